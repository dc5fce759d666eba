import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import type { z } from 'zod'
import { READERS } from '../tools/config/readers.ts'

const SETTINGS = READERS.map(({ name, schema }): [reader: string, z.ZodObject] => [name, schema])
/** Settings with different defaults under `npm start`, which the example documents. */
const BY_START = new Set(['NODE_ENV', 'PORT'])

const example = readFileSync(fileURLToPath(new URL('../.env.example', import.meta.url)), 'utf8')
const entries = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
)
const documented = new Map(entries)

describe('.env.example', () => {
  it.each(SETTINGS)('lists every setting of %s', (_service, { shape }) => {
    expect(Object.keys(shape).filter((name) => !documented.has(name))).toEqual([])
  })

  // spec: 8-s3
  it.each(SETTINGS)('states the defaults of %s', (_service, { shape }) => {
    const defaults = Object.entries(shape)
      .map(([name, field]) => [name, (field as z.ZodType).safeParse(undefined).data] as const)
      .filter(([name, value]) => value !== undefined && !BY_START.has(name))
    expect(defaults.length).toBeGreaterThan(0)
    expect(defaults.map(([name]) => [name, documented.get(name)])).toEqual(
      defaults.map(([name, value]) => [name, String(value)]),
    )
  })

  it('changes nothing when it is copied unchanged', () => {
    expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  })

  it('lists no setting twice', () => {
    expect(entries).toHaveLength(documented.size)
  })
})
