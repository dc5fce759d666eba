import { beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable, type ObjectStore } from '@landscape/store/objects/port'
import { ADMIN, harness, NOBODY, REVIEWER, type Harness } from './harness.ts'
import { ALL, OF_RADAR, changes, editAll } from './history-edits.ts'
import { entry, item, radar } from './radar-data.ts'

const OLD_ID = '/zig/description'

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('access to the history', () => {
  it.each([
    ['get', ALL, REVIEWER],
    ['get', `${ALL}/radar-1-1`, REVIEWER],
    ['post', `${ALL}/radar-1-1/undo`, REVIEWER],
    ['get', '/admin/api/documents/radar?at=2026-01-01', REVIEWER],
    ['get', OF_RADAR, NOBODY],
    ['get', `${OF_RADAR}/radar-1-1`, NOBODY],
    ['post', `${OF_RADAR}/radar-1-1/undo`, NOBODY],
  ] as const)('%s %s rejects callers without the group', async (method, path, as) => {
    await editAll(h)
    const send = (caller: typeof as | null) =>
      method === 'get' ? h.get(path, { as: caller }) : h.post(path, {}, { as: caller })
    expect((await send(as)).status).toBe(403)
    expect((await send(null)).status).toBe(401)
    expect(await changes(h)).toHaveLength(4)
  })
})

describe.each([
  [ALL, ADMIN],
  [OF_RADAR, REVIEWER],
])('GET %s/{id}', (path, as) => {
  it('returns the change as the list does', async () => {
    await editAll(h)
    const [change] = await changes(h, '', OF_RADAR)
    const { status, body } = await h.get(`${path}/${change!.id}`, { as })
    expect([status, body]).toEqual([200, change])
  })

  it.each(['radar-2-1', 'radar-1-2', 'radar-1', 'nothing', 'radar-1-1-1', OLD_ID])(
    'returns 404 for %s',
    async (id) => {
      await editAll(h)
      const { status, body } = await h.get(`${path}/${encodeURIComponent(id)}`, { as })
      expect([status, body.error]).toEqual([404, 'Change not found'])
    },
  )
})

describe('GET /admin/api/documents/{document}', () => {
  const at = (document: string, instant: string) =>
    h.get(`/admin/api/documents/${document}?at=${encodeURIComponent(instant)}`)

  it('returns the document as it was at the instant', async () => {
    await editAll(h)
    const later = { ...radar(), entries: [entry('zig', { timeline: [item('other')] })] }
    await h.post('/admin/api/tech-radar/update', later)
    const [, edit] = await changes(h, '', OF_RADAR)
    const { status, body } = await at('radar', edit!.at)
    expect(status).toBe(200)
    expect(body).toEqual({ ...radar(), entries: [entry('zig', { description: 'new' })] })
    expect((await at('lists', '2999-01-01')).body).toEqual({ languages: ['Zig'] })
  })

  it('returns 404 for an instant before the first change', async () => {
    await editAll(h)
    const { status, body } = await at('radar', '2020-01-01T00:00:00.000Z')
    expect([status, body.error]).toEqual([404, 'No version at that time'])
  })

  it.each(['', 'now', '2026-02-30', '2026-01-01T25:00Z'])(
    'rejects the instant "%s"',
    async (text) => {
      const { status, body } = await at('radar', text)
      expect([status, body.error]).toEqual([400, 'Invalid instant'])
    },
  )

  it('rejects a missing instant and documents without history', async () => {
    const none = await h.get('/admin/api/documents/radar')
    expect([none.status, none.body.error]).toEqual([400, 'Invalid instant'])
    const other = await at('seats', '2026-01-01')
    expect([other.status, other.body.error]).toEqual([400, 'Unknown document'])
  })
})

describe('the history while the store is unavailable', () => {
  it.each([
    ['get', ALL],
    ['get', `${ALL}/radar-1-1`],
    ['get', '/admin/api/documents/radar?at=2999-01-01'],
    ['post', `${ALL}/radar-1-1/undo`],
  ] as const)('%s %s returns 503 with Retry-After', async (method, path) => {
    const real = createEmbeddedStore(':memory:')
    h = harness(real)
    await editAll(h)
    const unavailable = async () => {
      throw new StoreUnavailable('connection refused by kim@acme.example')
    }
    // The document is readable, its history is not.
    const store: ObjectStore = {
      ...real,
      get: (ref, ...args) =>
        ref.key.startsWith('history/') ? unavailable() : real.get(ref, ...args),
      list: unavailable,
    }
    const broken = harness(store)
    const response = method === 'get' ? await broken.get(path) : await broken.post(path, {})
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5'])
    expect(response.text).not.toContain('refused')
  })
})
