import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { SERVICE_NAMES } from '../start/plan.ts'

const root = resolve(import.meta.dirname, '../..')

interface Rule {
  action: string
  path: string
  target?: string
}

const file = readFileSync(join(root, 'docker-compose.watch.yml'), 'utf8')
const { services } = parse(file, { merge: true }) as {
  services: Record<string, { user: string; develop: { watch: Rule[] } }>
}

describe('docker-compose.watch.yml', () => {
  it('watches every service', () => {
    expect(Object.keys(services)).toEqual([...SERVICE_NAMES])
  })

  it('copies files as a user without a group', () => {
    for (const { user } of Object.values(services)) expect(user).toBe('1000')
  })

  it.each(SERVICE_NAMES)('restarts %s for its own code and the libraries', (name) => {
    const rules = services[name]?.develop.watch ?? []
    const restarts = rules.filter(({ action }) => action === 'sync+restart')
    expect(restarts.map(({ path }) => path)).toEqual(['libs', `services/${name}/src`])
    for (const { path, target } of restarts) expect(target).toBe(`/app/${path}`)
    expect(rules.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
  })
})
