import { parseConfig } from '@landscape/runtime/config/parse-config'
import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import type { Reader } from './readers.ts'
import { formatReport, settingsReport } from './report.ts'

const schema = z.object({
  PORT: z.coerce.number().default(1).meta({ description: 'port to listen on' }),
  SECRET: z.string().min(8).meta({ description: 'signs' }),
  NODE_ENV: z.string().optional(),
  EXTRA: z.string().optional(),
})
const reader: Reader = { name: 'data', schema, read: (env) => parseConfig(schema, env) }
const report = (environment: Record<string, string>, file: Record<string, string> = {}) => {
  const withFile = { ...file, ...environment }
  return settingsReport([reader, { ...reader, name: 'gateway' }], {
    environment,
    withFile,
    effective: { NODE_ENV: 'development', ...withFile },
  })
}

describe('settingsReport', () => {
  it('reports the source and the readers of each setting', () => {
    expect(
      report({ SECRET: 'long enough' }, { EXTRA: 'x' }).map(({ name, source }) => [name, source]),
    ).toEqual([
      ['EXTRA', '.env'],
      ['NODE_ENV', 'npm start'],
      ['PORT', 'default'],
      ['SECRET', 'environment'],
    ])
    expect(report({})[0]).toMatchObject({ name: 'EXTRA', source: 'not set' })
    expect(report({})[0]?.readers).toEqual(['data', 'gateway'])
  })

  it('reports the source of a setting that is set by an alias', () => {
    const aliased = { name: 'data', schema: z.object({ SCM_ORG: z.string() }), read: () => ({}) }
    const sources = { environment: { GITHUB_ORG: 'x' }, withFile: {}, effective: {} }
    expect(settingsReport([aliased], sources)).toMatchObject([{ source: 'environment' }])
  })

  it('reports each error once without the value', () => {
    const text = formatReport(report({ SECRET: 'hunter2', PORT: 'hunter3' }))
    expect(text.match(/SECRET: is too short/g)).toHaveLength(1)
    expect(text).toContain('PORT: must be a number (port to listen on)')
    expect(text).not.toMatch(/hunter/)
  })

  it('reports that there are no errors', () => {
    expect(formatReport(report({ SECRET: 'long enough' }))).toMatch(/No fault found\.$/)
  })
})
