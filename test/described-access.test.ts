import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts'
import { createEmbeddedStore, replace } from '@landscape/store'
import { createClient, type Client } from './support/client.ts'
import { requestTarget, describedOperations, requiredParameters } from './support/operations.ts'
import { startWithSourceControl, type WithSourceControl } from './support/source-control.ts'

type Caller = { shows: readonly string[]; headers: Record<string, string> }
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

describe('the security that the description names', () => {
  it('is what opens an operation: each way that it names does, and nothing else', async () => {
    const wrong: string[] = []
    let refusals = 0
    for (const operation of describedOperations()) {
      const { method, security, name } = operation
      const path = requestTarget(
        operation.path.replaceAll(/\{\w+\}/g, 'nothing'),
        requiredParameters(operation),
      )
      for (const { shows, headers } of callers()) {
        const isEnough =
          security.length === 0 ||
          security.some((way) => Object.keys(way).every((scheme) => shows.includes(scheme)))
        // Who passes changes nothing with it.
        const body = method === 'get' ? undefined : '{broken'
        const { status } = await client.send(method.toUpperCase(), path, body, headers)
        const isRefused = status === 401 || (status === 403 && shows.length > 0)
        if (isRefused) refusals++
        if (isRefused === isEnough) wrong.push([name, ...shows, status].join(' '))
      }
    }
    expect(wrong).toEqual([])
    expect(refusals).toBeGreaterThan(100)
  }, 120_000)
})
