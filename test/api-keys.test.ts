import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PROJECT_EXAMPLE } from '@landscape/dev/examples'
import { createClient, type Client } from './support/client.ts'
import { joinLandscape, type SharedProduction } from './support/shared-landscape.ts'

const PATH = '/admin/api/keys'
const PROJECTS = '/api/v1/projects'
const [DETAILS] = PROJECT_EXAMPLE.details
const KIM = { email: 'kim@acme.example', groups: ['admin'] }
const LEE = { email: 'lee@acme.example', groups: [] }

interface Created {
  secret: string
  key: { id: string; name: string }
}

let production: SharedProduction
let client: Client
beforeAll(async () => {
  production = await joinLandscape('production')
  client = createClient(production.url)
})
afterAll(async () => {
  client?.close()
  await production?.leave()
})

const as = (person: typeof KIM) => production.issuer.headersFor(person)
const withKey = ({ secret }: Created) => ({ authorization: `Bearer ${secret}` })
const projectNamed = (name: string) => ({ ...PROJECT_EXAMPLE, details: [{ ...DETAILS, name }] })
async function create(name: string, scope: string): Promise<Created> {
  const response = await client.post(PATH, { name, scope, expiresInDays: 1 }, as(KIM))
  expect([response.status, response.text]).toEqual([201, response.text])
  return response.json() as Created
}

/** Waits for another status. */
async function waitWhile(status: number, read: () => Promise<number>): Promise<void> {
  while ((await read()) === status) await sleep(100)
}

describe('an API key through all services', () => {
  it('owns the projects that it creates, and edits no others', async () => {
    const key = await create('owner', 'registry')
    const headers = withKey(key)
    // A new key may be unknown for a second.
    await waitWhile(401, async () => (await client.get('/user/api/info', headers)).status)
    await client.post(PROJECTS, projectNamed('Of Lee'), as(LEE))
    const created = await client.post(PROJECTS, projectNamed('Of the key'), headers)
    expect(created.status).toBe(201)
    const path = String(created.headers['location'])
    expect((await client.get(path, as(LEE))).status).toBe(404)
    expect((await client.put(path, projectNamed('Of the key, later'), headers)).status).toBe(200)
    const later = `${PROJECTS}/Of%20the%20key%2C%20later`
    expect((await client.get(later, headers)).status).toBe(200)
    expect((await client.put(`${PROJECTS}/Of%20Lee`, projectNamed('x'), headers)).status).toBe(404)
    const { changes } = (
      await client.get('/admin/api/history?document=projects&actor=key:owner', as(KIM))
    ).json() as { changes: { actor: { email: string } }[] }
    expect(changes.map(({ actor }) => actor.email)).toEqual(['key:owner', 'key:owner'])
    expect((await client.send('DELETE', later, undefined, headers)).status).toBeLessThan(300)
  })

  it('is rejected within 5 seconds of its revocation', async () => {
    const key = await create('revoked', 'read')
    const status = async () => (await client.get('/user/api/info', withKey(key))).status
    await waitWhile(401, status)
    expect(await status()).toBe(200)
    const revoked = await client.post(`${PATH}/${key.key.id}/revoke`, {}, as(KIM))
    expect(revoked.status).toBe(200)
    await waitWhile(200, status)
    expect(await status()).toBe(401)
  })

  it('appears in no response and no log', async () => {
    const { secret, key } = await create('hidden', 'admin')
    await client.get('/admin/api/banners', withKey({ secret, key }))
    const paths = [PATH, '/admin/api/history', '/changes', '/admin/api/history?document=keys']
    for (const path of paths) {
      const { text } = await client.get(path, as(KIM))
      expect(text).not.toContain(secret.slice(17, 81))
    }
  })
})
