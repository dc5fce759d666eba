import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
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
  // Other rejections depend on teams: this user is a member of an administrators' team.
  const store = createEmbeddedStore(system.dataDir)
  await replace(store, DOCUMENTS.adminTeams.ref, Buffer.from('["everyone"]'))
  store.close()
  client = createClient(system.url)
})
afterAll(async () => {
  client?.close()
  await system?.stop()
})

/** Every combination of the described credentials: at most one token, with and without the cookie. */
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

describe('the described security', () => {
  it('lists exactly the credentials that each operation accepts', async () => {
    const wrong: string[] = []
    let rejections = 0
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
        // A malformed body: an authorised request must not change anything.
        const body = method === 'get' ? undefined : '{broken'
        const { status } = await client.send(method.toUpperCase(), path, body, headers)
        const isRejected = status === 401 || (status === 403 && shows.length > 0)
        if (isRejected) rejections++
        if (isRejected === isEnough) wrong.push([name, ...shows, status].join(' '))
      }
    }
    expect(wrong).toEqual([])
    expect(rejections).toBeGreaterThan(100)
  })
})
