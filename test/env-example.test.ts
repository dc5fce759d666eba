import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { SERVICE_NAMES } from '../scripts/start/plan.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const example = readFileSync(`${root}.env.example`, 'utf8')
const documented = new Set([...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))

/** Names of the variables that a service looks at when it reads its settings. */
async function settingsOf(service: string): Promise<string[]> {
  const { readConfig } = await import(`../services/${service}/src/config.ts`)
  const asked = new Set<string>()
  const development: Record<string, string> = {
    NODE_ENV: 'development',
    INTERNAL_TOKEN_SECRET: 'secret of this test, long enough',
  }
  readConfig(
    new Proxy(development, {
      get(settings, name) {
        asked.add(String(name))
        return settings[String(name)]
      },
    }),
  )
  return [...asked]
}

describe('.env.example', () => {
  it.each(SERVICE_NAMES)('lists every setting of %s', async (service) => {
    const asked = await settingsOf(service)
    expect(asked).toContain('PORT')
    expect(asked.filter((name) => !documented.has(name))).toEqual([])
  })

  it('changes nothing when it is copied as it is', () => {
    expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  })

  it('lists no setting twice', () => {
    const names = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(names).toHaveLength(documented.size)
  })
})
