import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startProduction, type Production } from './support/production.ts'

const PROJECTS = '/api/v1/projects'
const PATH = `${PROJECTS}/A%2FB`
const FRONTEND = 'https://landscape.example'
const project = { user: [{ email: '' }], details: [{ name: 'A/B' }] }

let production: Production
let client: Client
beforeAll(async () => {
  production = await startProduction({
    env: { FRONTEND_URL: FRONTEND },
    services: ['gateway', 'projects', 'admin-review'],
  })
  client = createClient(production.url)
}, 60_000)
afterAll(async () => {
  client?.close()
  await production?.stop()
})

const as = (email: string, groups: string[] = []) => ({
  authorization: production.issuer.idToken({ email, groups }),
})
const remove = (headers: Record<string, string>) => client.send('DELETE', PATH, undefined, headers)

describe('DELETE of a project through the gateway', () => {
  it('is granted beforehand to the web client, and to no other page', async () => {
    const ask = (origin: string) =>
      client.send('OPTIONS', PATH, undefined, {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization,if-match',
      })
    const { headers } = await ask(FRONTEND)
    expect(headers['access-control-allow-origin']).toBe(FRONTEND)
    expect(headers['access-control-allow-methods']).toContain('DELETE')
    expect((await ask('https://evil.example')).headers).not.toHaveProperty(
      'access-control-allow-methods',
    )
  })

  it('takes out the project for its owner, who came from the web client', async () => {
    const ann = { ...as('ann@acme.example'), origin: FRONTEND }
    const created = await client.post(PROJECTS, project, ann)
    expect(created.headers['location']).toBe(PATH)
    expect(created.headers['access-control-expose-headers']).toContain('Location')
    const etag = String(created.headers['etag'])
    expect((await remove({ ...ann, 'if-match': '"other"' })).status).toBe(412)
    expect((await remove({ ...ann, origin: 'https://evil.example' })).status).toBe(403)
    const removed = await remove({ ...ann, 'if-match': etag })
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(removed.headers['access-control-allow-origin']).toBe(FRONTEND)
    expect((await client.get(PATH, ann)).status).toBe(404)
  })

  it('reaches the project of somebody else for an admin', async () => {
    expect((await client.post(PROJECTS, project, as('ben@acme.example'))).status).toBe(201)
    expect((await remove(as('cat@acme.example', ['reviewer']))).status).toBe(404)
    expect((await remove(as('ada@acme.example', ['Admin']))).status).toBe(204)
    expect((await client.get(PATH, as('ben@acme.example'))).status).toBe(404)
  })

  it('is taken back by an administrator: the owner has the project again, as it was', async () => {
    const [eve, ada] = [as('eve@acme.example'), as('ada@acme.example', ['admin'])]
    await client.post(PROJECTS, project, eve)
    const before = await client.get(PATH, eve)
    expect((await remove(eve)).status).toBe(204)
    const newest = await client.get('/admin/api/history?limit=1', ada)
    const { changes } = newest.json() as { changes: { id: string; action: string }[] }
    expect(changes[0]?.action).toBe('delete project')
    const undo = `/admin/api/history/${changes[0]?.id}/undo`
    expect((await client.post(undo, {}, eve)).status).toBe(403)
    expect((await client.post(undo, {}, ada)).status).toBe(200)
    const { status, text, headers } = await client.get(PATH, eve)
    expect([status, text, headers['etag']]).toEqual([200, before.text, before.headers['etag']])
  })
})
