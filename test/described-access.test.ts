import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts'
import { createEmbeddedStore, replace } from '@landscape/object-store'
import { createClient, type Client } from './support/client.ts'
import { readDescription } from './support/described.ts'
import { startWithSourceControl, type WithSourceControl } from './support/source-control.ts'

type Caller = { shows: readonly string[]; headers: Record<string, string> }
interface Operation {
  security: readonly Record<string, unknown>[]
  parameters?: readonly { in: string; name: string; required?: boolean; example?: unknown }[]
}

let system: WithSourceControl
let client: Client
beforeAll(async () => {
  system = await startWithSourceControl({
    services: ['gateway', 'projects', 'data', 'admin-review', 'assistant'],
  })
  // What is refused beyond that depends on teams: this user sees those of everybody.
  const store = createEmbeddedStore(system.dataDir)
  await replace(store, DOCUMENTS.adminTeams.ref, Buffer.from('["everyone"]'))
  store.close()
  client = createClient(system.url)
}, 60_000)
afterAll(async () => {
  client?.close()
  await system?.stop()
})

/** Every way to call, by what of the described credentials it shows: one token or none, a cookie or none. */
function callers(): Caller[] {
  const { issuer } = system
  const email = 'kim@acme.example'
  const tokens: Caller[] = [
    { shows: [], headers: {} },
    ...(['signedIn', 'reviewer', 'admin'] as const).map((level) => {
      const groups = level === 'signedIn' ? [] : [level]
      return {
        shows: ['signedIn', level],
        headers: { authorization: issuer.idToken({ email, groups }) },
      }
    }),
  ]
  const cookie = `githubUserToken=${system.tokenOf('ordinary')}`
  return tokens.flatMap(({ shows, headers }) => [
    { shows, headers },
    { shows: [...shows, 'sourceControl'], headers: { ...headers, cookie } },
  ])
}

/** Where an operation is asked; what has a body sends one that changes nothing. */
function asked(path: string, { parameters = [] }: Operation): string {
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  return `${path.replaceAll(/\{\w+\}/g, 'nothing')}?${query.join('&')}`
}

describe('the security that the description names', () => {
  it('is what opens an operation: each way that it names does, and nothing else', async () => {
    const paths = readDescription().paths as unknown as Record<string, Record<string, Operation>>
    const wrong: string[] = []
    let refusals = 0
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const { security } = operation
        for (const { shows, headers } of callers()) {
          const isEnough =
            security.length === 0 ||
            security.some((way) => Object.keys(way).every((scheme) => shows.includes(scheme)))
          const { status } = await client.send(
            method.toUpperCase(),
            asked(path, operation),
            method === 'get' ? undefined : '{broken',
            headers,
          )
          const isRefused = status === 401 || (status === 403 && shows.length > 0)
          if (isRefused) refusals++
          if (isRefused === isEnough) wrong.push([method, path, shows.join(), status].join(' '))
        }
      }
    }
    expect(wrong).toEqual([])
    expect(refusals).toBeGreaterThan(100)
  }, 120_000)
})
