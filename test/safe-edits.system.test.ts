import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createClient, type Client } from './support/client.ts'
import { everything, stored } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { openEmbedded, type TestStore } from './support/stores.ts'

interface Banner {
  endsAt?: string
  id: string
  message: string
  show: boolean
}

// Edits of the sample documents by an administrator through the gateway.
let data: TestStore
let landscape: Landscape
let client: Client

beforeAll(async () => {
  data = await openEmbedded()
  landscape = await startLandscape({
    env: data.env,
    documents: false,
    services: ['gateway', 'data', 'admin-review'],
  })
  client = createClient(landscape.url)
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
  await data?.close()
})

it('returns and stores the same banner id in every read, and edits by it', async () => {
  const read = async (path: string) =>
    ((await client.get(path)).json() as { messages: Banner[] }).messages
  const before = (await stored(data.store, 'banners')).messages
  expect(before.some((banner) => 'id' in banner)).toBe(false)
  // The banners of the sample data end.
  const messages = [...before, { message: 'Now', pages: ['radar'], show: true }]
  await replace(data.store, DOCUMENTS.banners.ref, Buffer.from(JSON.stringify({ messages })))
  const all = await read('/api/banners/all')
  const hasEnded = ({ endsAt }: Banner) => Date.parse(String(endsAt)) <= Date.now()
  const active = all.filter((banner) => banner.show && !hasEnded(banner))
  expect(active.length).toBeGreaterThan(0)
  const withStates = all.map((banner) => ({ ...banner, state: expect.any(String) }))
  expect(await read('/admin/api/banners')).toEqual(withStates)
  expect(await read('/api/banners')).toEqual(active)

  const [{ id, message }] = active as [Banner]
  const body = { id, show: false }
  expect((await client.post('/admin/api/banners/toggle', body)).status).toBe(200)
  const hidden = all.map((banner) => (banner.id === id ? { ...banner, show: false } : banner))
  expect(await read('/api/banners/all')).toEqual(hidden)
  expect((await stored(data.store, 'banners')).messages).toContainEqual(
    expect.objectContaining({ id, message }),
  )
  expect((await client.post('/admin/api/banners/delete', { id: 'gone' })).status).toBe(404)
})

it('stores a removal of most of a document and undoes it on request', async () => {
  const path = '/admin/api/tech-radar'
  const radar = (await client.get(path)).json() as { entries: { id: string }[] }
  const total = radar.entries.length
  expect(total).toBeGreaterThan(13)
  const body = { ...radar, entries: radar.entries.slice(0, 3) }
  for (const prefix of ['/admin/api', '/review/api']) {
    const saved = await client.post(`${prefix}/tech-radar/update`, body)
    const { message, removed, removedCount, undo } = saved.json() as Record<string, unknown> & {
      undo: { method: string; path: string }
    }
    expect([saved.status, message, removedCount]).toEqual([
      200,
      'Tech radar updated successfully',
      total - 3,
    ])
    expect(removed).toEqual(radar.entries.slice(3, 103).map(({ id }) => id))
    expect((await client.get(path)).json()).toEqual(body)

    const change = undo.path.replace(/\/undo$/, '')
    expect(change).toMatch(new RegExp(`^${prefix}/history/`))
    const removal = { of: 'entries', count: total - 3, total }
    expect((await client.get(change)).json()).toMatchObject({ removal })
    const page = await client.get(change.replace(/^.*\//, '/changes/'))
    expect(page.text).toContain(`Removed ${total - 3} of ${total} entries`)

    expect(undo.method).toBe('POST')
    expect((await client.send(undo.method, undo.path)).status).toBe(200)
    expect((await client.get(path)).json()).toEqual(radar)
  }
})

it('previews a rename in all projects without storing it', async () => {
  const before = await everything(data.store)
  const names = { from: 'TypeScript', to: 'TS', dryRun: true }
  const response = await client.post('/admin/api/normalise/technology', names)
  const { updatedProjects, operations } = response.json() as {
    updatedProjects: number
    operations: { op: string; path: string }[]
  }
  expect(updatedProjects).toBeGreaterThan(0)
  expect(operations.length).toBeGreaterThanOrEqual(updatedProjects)
  for (const { path } of operations) expect(path).toMatch(/^\/projects\/[^/]+\//)
  expect(await everything(data.store)).toEqual(before)
})
