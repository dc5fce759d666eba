import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable, type ObjectStore } from '@landscape/store/objects/port'
import { harness, REVIEWER } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const banner = { message: 'x', pages: ['radar'] }
const WRITES = [
  ['/admin/api/banners', [banner]],
  ['/admin/api/banners/update', { banner }],
  ['/admin/api/banners/toggle', { index: 0 }],
  ['/admin/api/array-data/update', { allCategories: true, items: { languages: [] } }],
  ['/admin/api/normalise/technology', { from: 'Go', to: 'Golang' }],
  ['/review/api/tech-radar/update', { ...radar(), entries: [entry('a')] }],
] as const

/** A store that fails its next calls. */
function fragile() {
  const real = createEmbeddedStore(':memory:')
  const state = { failures: 0 }
  const failIfSet = async () => {
    if (state.failures-- > 0) throw new StoreUnavailable('connection refused by kim@acme.example')
  }
  const store: ObjectStore = {
    ...real,
    get: async (...args) => failIfSet().then(() => real.get(...args)),
    put: async (...args) => failIfSet().then(() => real.put(...args)),
  }
  return { state, h: harness(store, 300) }
}

describe('edits while the store is unavailable', () => {
  it.each(WRITES)('POST %s returns 503 with Retry-After', async (path, body) => {
    const { state, h } = fragile()
    state.failures = Infinity
    const response = await h.post(path, body, { as: { ...REVIEWER, groups: ['admin'] } })
    expect(response.status).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.text).not.toContain('refused')
  })

  it('GET distinguishes a failed read from a missing document', async () => {
    const { state, h } = fragile()
    const messages = [{ message: 'kept', pages: ['a'] }]
    await h.seed('banners', { messages })
    state.failures = 1
    expect((await h.get('/admin/api/banners')).status).toBe(503)
    state.failures = 2
    expect((await h.post('/admin/api/banners/update', { banner })).status).toBe(200)
    expect(state.failures).toBeLessThan(0)
    expect(await h.stored('banners')).toMatchObject({ messages: [...messages, banner] })
  })

  it('GET returns the last good copy, marked as stale', async () => {
    const { state, h } = fragile()
    await h.seed('arrayData', { languages: ['Go'] })
    const fresh = await h.get('/admin/api/array-data')
    expect(fresh.headers['warning']).toBeUndefined()
    state.failures = Infinity
    const stale = await h.get('/admin/api/array-data')
    expect(stale.status).toBe(200)
    expect(stale.body).toEqual({ languages: ['Go'] })
    expect(stale.headers['etag']).toBe(fresh.headers['etag'])
    expect(stale.headers['warning']).toContain('110')
    expect(stale.headers['age']).toMatch(/^\d+$/)
  })
})

describe('a stored document that is damaged', () => {
  it('returns 500 without its content and is not overwritten', async () => {
    const { h } = fragile()
    const { ref } = DOCUMENTS.banners
    const damaged = Buffer.from('{"messages":[{"message":"kim@acme.example"')
    await h.store.put(ref, damaged, { absent: true })
    const read = await h.get('/admin/api/banners')
    const edit = await h.post('/admin/api/banners', [])
    expect([read.status, edit.status]).toEqual([500, 500])
    expect(read.body.error).toBe('Internal server error')
    expect(edit.body.error).toBe(
      'The stored document is damaged and must be repaired before it can be changed',
    )
    expect(read.text + edit.text).not.toContain('kim@')
    expect(await h.store.get(ref)).toMatchObject({ body: damaged })
  })
})
