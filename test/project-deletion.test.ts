import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { clientOf } from './support/client-of.ts'
import { joinLandscape, type SharedProduction } from './support/shared-landscape.ts'

const PROJECTS = '/api/v1/projects'
const PATH = `${PROJECTS}/A%2FB`
const at = (name: string) => `${PROJECTS}/${name}`
const FRONTEND = 'https://landscape.example'
const project = { user: [{ email: '' }], details: [{ name: 'A/B' }] }

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

const as = (email: string, groups: string[] = []) => ({
  authorization: production.issuer.idToken({ email, groups }),
})
const remove = (headers: Record<string, string>) => client.send('DELETE', PATH, undefined, headers)

describe('DELETE of a project through the gateway', () => {
  it('passes the preflight of the web client only', async () => {
    const request = (origin: string) =>
      client.send('OPTIONS', PATH, undefined, {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization,if-match',
      })
    const { headers } = await request(FRONTEND)
    expect(headers['access-control-allow-origin']).toBe(FRONTEND)
    expect(headers['access-control-allow-methods']).toContain('DELETE')
    expect((await request('https://evil.example')).headers).not.toHaveProperty(
      'access-control-allow-methods',
    )
  })

  it("deletes the owner's project from the web client", async () => {
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

  it("deletes another owner's project for an admin", async () => {
    expect((await client.post(PROJECTS, project, as('ben@acme.example'))).status).toBe(201)
    expect((await remove(as('cat@acme.example', ['reviewer']))).status).toBe(404)
    expect((await remove(as('ada@acme.example', ['Admin']))).status).toBe(204)
    expect((await client.get(PATH, as('ben@acme.example'))).status).toBe(404)
  })

  it('is undone by an administrator, who restores the project unchanged', async () => {
    const eve = clientOf(production, { email: 'eve@acme.example' })
    const ada = clientOf(production, { email: 'ada@acme.example', groups: ['admin'] })
    const own = { project_name: 'A/B' }
    await eve.createProject({ body: project })
    const before = await eve.getProject(own)
    const removed = await eve.deleteProject(own)
    expect(removed.response.status).toBe(204)
    const { data } = await ada.listChanges({ limit: 1 })
    const { id, action } = data.changes[0]!
    expect(action).toBe('delete project')
    await expect(eve.undoChange({ id })).rejects.toMatchObject({ status: 403 })
    await ada.undoChange({ id })
    const after = await eve.getProject(own)
    const etag = ({ response }: typeof before) => response.headers.get('etag')
    expect([after.data, etag(after)]).toEqual([before.data, etag(before)])
    expect(after.data).toMatchObject({ details: [{ name: 'A/B' }] })
  })

  describe('with a project of the same name of another owner', () => {
    const fay = () => as('fay@acme.example')
    const gus = () => as('gus@acme.example')
    const admin = () => as('ada@acme.example', ['admin'])
    const create = (name: string, stage: string, owner: Record<string, string>) =>
      client.post(PROJECTS, { ...project, details: [{ name }], stage }, owner)
    const stages = async (name: string) => {
      const found = [await client.get(at(name), fay()), await client.get(at(name), gus())]
      return found.map((answer) => (answer.json() as { stage?: string }).stage)
    }

    /** Deletes Fay's project and returns the path that undoes it. */
    async function deleted(name: string): Promise<string> {
      expect((await client.send('DELETE', at(name), undefined, fay())).status).toBe(204)
      const answer = await client.get('/admin/api/history?document=projects&limit=1', admin())
      const { changes } = answer.json() as { changes: { id: string; action: string }[] }
      expect(changes[0]).toMatchObject({ action: 'delete project' })
      return `/admin/api/history/${changes[0]!.id}/undo`
    }

    it('is undone for its owner only', async () => {
      await create('Tides', 'of Fay', fay())
      const undo = await deleted('Tides')
      await create('Tides', 'of Gus', gus())
      expect((await client.post(undo, { dryRun: true }, admin())).status).toBe(200)
      expect((await client.post(undo, {}, admin())).status).toBe(200)
      expect(await stages('Tides')).toEqual(['of Fay', 'of Gus'])
    })

    it('cannot be undone while the owner has another project of that name', async () => {
      await create('Charts', 'of Gus', gus())
      await create('Charts', 'of Fay', fay())
      const undo = await deleted('Charts')
      await create('Charts', 'again', fay())
      const rejected = await client.post(undo, {}, admin())
      expect([rejected.status, rejected.json()]).toEqual([
        409,
        expect.objectContaining({
          error: 'Later changes touch the same places',
          conflicts: [{ path: '/projects/Charts~2', changes: [expect.any(String)] }],
        }),
      ])
      expect(await stages('Charts')).toEqual(['again', 'of Gus'])
      await deleted('Charts')
      expect((await client.post(undo, {}, admin())).status).toBe(200)
      expect(await stages('Charts')).toEqual(['of Fay', 'of Gus'])
    })
  })
})
