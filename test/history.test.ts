import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startProduction, type Production } from './support/production.ts'

interface Change {
  id: string
  at: string
  document: string
  actor: { email: string }
  requestId: string
  operations: { op: string; path: string; before?: unknown; after?: unknown }[]
}
interface Entry {
  id: string
  description: string
}

const RADAR = {
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
  entries: ['zig', 'go'].map((id) => ({
    id,
    title: id,
    quadrant: '1',
    description: 'A language',
    timeline: [{ moved: 0, ringId: 'adopt', date: '2026-01-10', description: 'New' }],
  })),
}

let production: Production
let client: Client
beforeAll(async () => {
  production = await startProduction({ services: ['gateway', 'projects', 'data', 'admin-review'] })
  client = createClient(production.url)
  const created = await client.post('/admin/api/tech-radar/update', RADAR, admin())
  expect(created.status).toBe(200)
}, 60_000)
afterAll(async () => {
  client?.close()
  await production?.stop()
})

const as = (name: string, ...groups: string[]) => ({
  authorization: production.issuer.idToken({ email: `${name}@acme.example`, groups }),
})
const admin = () => as('ada', 'admin')
const reviewer = () => as('rui', 'reviewer')

/** Saves the radar with another description of its first entry; answers what it had. */
async function describeFirst(description: string) {
  const radar = (await client.get('/api/tech-radar/json', admin())).json() as { entries: Entry[] }
  const [first, ...others] = radar.entries
  const saved = await client.post(
    '/review/api/tech-radar/update',
    { ...radar, entries: [{ ...first, description }, ...others] },
    reviewer(),
  )
  expect(saved.status).toBe(200)
  return { before: first!, requestId: saved.headers['x-request-id'] }
}

async function newest(): Promise<Change> {
  const { changes } = (await client.get('/review/api/history?limit=1', reviewer())).json() as {
    changes: Change[]
  }
  return changes[0]!
}

describe('the history behind the gateway', () => {
  it('says who changed the radar, by which request, and takes that back', async () => {
    const { before, requestId } = await describeFirst('Another description')
    const change = await newest()
    expect(change).toMatchObject({
      document: 'radar',
      actor: { email: 'rui@acme.example' },
      requestId,
      operations: [
        {
          op: 'replace',
          path: `/entries/${before.id}/description`,
          before: before.description,
          after: 'Another description',
        },
      ],
    })
    const path = `/review/api/history/${change.id}`
    expect((await client.get(path, reviewer())).json()).toEqual(change)
    const dry = await client.post(`${path}/undo`, { dryRun: true }, reviewer())
    expect(dry.json()).toMatchObject({ message: 'This would undo the change' })
    expect(await newest()).toEqual(change)
    const undone = await client.post(`${path}/undo`, {}, reviewer())
    expect(undone.json()).toMatchObject({
      message: 'Change undone successfully',
      change: { undoes: change.id },
    })
    const then = `/admin/api/documents/radar?at=${change.at}`
    expect((await client.get(then, admin())).text).toContain('Another description')
    expect((await client.get('/api/tech-radar/json', admin())).text).not.toContain(
      'Another description',
    )
  })

  it('shows a project to its owner and to administrators only', async () => {
    const project = { user: [{ email: '' }], details: [{ name: 'Tides' }] }
    expect((await client.post('/api/v1/projects', project, as('kim'))).status).toBe(201)
    const path = '/api/v1/projects/Tides/history'
    for (const headers of [as('kim'), admin()]) {
      expect((await client.get(path, headers)).json()).toMatchObject({
        changes: [{ operations: [{ op: 'add', path: '/projects/Tides', after: project }] }],
      })
    }
    const others = [{}, as('lee'), reviewer()]
    const answers = await Promise.all(others.map((headers) => client.get(path, headers)))
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 404])
  })

  it('shows what moved on the radar, and what it was like, to whoever may see the radar', async () => {
    const first = (await client.get('/api/tech-radar/json?at=2999-01-01', as('nia'))).json()
    expect(first).toMatchObject({ title: 'Acme Radar', entries: [{ id: 'zig' }, { id: 'go' }] })
    const moved = await client.get('/api/tech-radar/changes?since=2026-01-10', as('nia'))
    expect(moved.json()).toMatchObject({
      changes: [
        { id: 'zig', from: null, to: 'adopt', date: '2026-01-10' },
        { id: 'go', from: null, to: 'adopt', date: '2026-01-10' },
      ],
    })
    const feed = await client.get('/api/tech-radar/feed.atom', as('nia'))
    expect([feed.status, feed.headers['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ])
  })

  it('is a page whose form undoes a change, and that of another site does not', async () => {
    await describeFirst('As on the page')
    const { id } = await newest()
    const page = await client.get('/changes', reviewer())
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('As on the page')
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'sha256-",
    )
    expect(page.headers['referrer-policy']).toBe('same-origin')
    const send = (headers: Record<string, string>) =>
      client.send('POST', `/changes/${id}/undo`, 'confirm=undo', {
        ...reviewer(),
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      })
    for (const foreign of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await send(foreign)).status).toBe(403)
    }
    expect((await newest()).id).toBe(id)
    const { status, headers } = await send({ origin: production.url })
    expect([status, headers['location']]).toEqual([303, `/changes/${(await newest()).id}`])
    expect(await newest()).toMatchObject({ undoes: id })
  })

  it('is closed to strangers and users, and to reviewers but for the radar', async () => {
    await describeFirst('Once more')
    const { id } = await newest()
    const everybody = [{}, as('nia'), reviewer(), admin()]
    const table: [method: string, path: string, statuses: number[]][] = [
      ['GET', '/admin/api/history', [401, 403, 403, 200]],
      ['GET', `/admin/api/history/${id}`, [401, 403, 403, 200]],
      ['GET', '/admin/api/documents/radar?at=2999-01-01', [401, 403, 403, 200]],
      ['GET', '/review/api/history', [401, 403, 200, 200]],
      ['GET', `/review/api/history/${id}`, [401, 403, 200, 200]],
      ['GET', '/changes', [401, 403, 200, 200]],
      ['GET', `/changes/${id}`, [401, 403, 200, 200]],
      ['POST', `/changes/${id}/undo`, [401, 403, 415, 415]],
      ['POST', `/admin/api/history/${id}/undo`, [401, 403, 403, 200]],
      ['POST', `/review/api/history/${id}/undo`, [401, 403, 409, 409]],
    ]
    for (const [method, path, expected] of table) {
      const statuses = []
      for (const headers of everybody) {
        const body = method === 'POST' ? '{}' : undefined
        statuses.push((await client.send(method, path, body, headers)).status)
      }
      expect([path, statuses]).toEqual([path, expected])
    }
  })
})
