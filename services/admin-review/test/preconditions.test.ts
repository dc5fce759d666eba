import { beforeEach, describe, expect, it } from '@jest/globals'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const banner = { message: 'x', pages: ['radar'] }
const banners = { messages: [{ title: 't', ...banner, show: true, id: 'b' }], version: 3 }
const lists = { languages: ['Go'] }

let h: Harness
beforeEach(async () => {
  h = harness()
})

async function seedAll() {
  await h.seed('banners', banners)
  await h.seed('arrayData', lists)
  await h.seed('radar', radar())
}

describe.each([
  ['/admin/api/banners', banners],
  ['/admin/api/array-data', lists],
  ['/admin/api/tech-radar', radar()],
])('GET %s', (path, value) => {
  it('returns the ETag of the stored document, and 304 for it', async () => {
    await seedAll()
    const first = await h.get(path)
    expect(first.headers['etag']).toBe(entityTag(value))
    expect(first.headers['cache-control']).toBe('no-cache')
    const etag = first.headers['etag']!
    const again = await h.get(path, { headers: { 'if-none-match': `"x", W/${etag}` } })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    expect(again.headers['etag']).toBe(etag)
    expect((await h.get(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
  })
})

interface Sent {
  headers?: Record<string, string>
  members?: Record<string, unknown>
}

describe('a compressed read of the radar', () => {
  const entries = Array.from({ length: 30 }, (_, i) => entry(`e${i}`))
  const compressed = { 'accept-encoding': 'br' }

  it('has the weak tag of the stored document, and 304 for it', async () => {
    await h.seed('radar', radar(entries))
    const tag = `W/${entityTag(await h.stored('radar'))}`
    const { headers } = await h.get('/admin/api/tech-radar', { headers: compressed })
    expect(headers).toMatchObject({
      etag: tag,
      'content-encoding': 'br',
      vary: expect.stringContaining('Accept-Encoding'),
    })
    for (const more of [compressed, {}]) {
      const known = { 'if-none-match': tag, ...more }
      expect((await h.get('/admin/api/tech-radar', { headers: known })).status).toBe(304)
    }
  })

  it.each([
    ['If-Match', (tag: string) => ({ headers: { 'if-match': tag } })],
    ['basedOn', (tag: string) => ({ members: { basedOn: tag } })],
    [
      'basedOn behind a compressing hop',
      (tag: string) => ({ members: { basedOn: tag.replace(/"$/, '--gzip"') } }),
    ],
  ])('has a tag that a save accepts in %s', async (_, sent) => {
    await h.seed('radar', radar(entries))
    const read = await h.get('/admin/api/tech-radar', { headers: compressed })
    const { headers = {}, members = {} }: Sent = sent(read.headers['etag']!)
    const body = { entries: [entry('new')], ...members }
    const response = await h.post('/admin/api/tech-radar/update', body, { headers })
    expect(response.status).toBe(200)
  })

  it('has a tag that is stale after another save', async () => {
    await h.seed('radar', radar(entries))
    const { headers } = await h.get('/admin/api/tech-radar', { headers: compressed })
    const ifMatch = { headers: { 'if-match': headers['etag']! } }
    const save = (id: string) =>
      h.post('/admin/api/tech-radar/update', { entries: [entry(id)] }, ifMatch)
    expect((await save('new')).status).toBe(200)
    expect((await save('newer')).status).toBe(412)
  })
})

const WRITES = [
  ['/admin/api/banners', 'banners', [banner]],
  ['/admin/api/banners/update', 'banners', { banner }],
  ['/admin/api/banners/update', 'banners', { ...banner, index: 0, message: 'y' }],
  ['/admin/api/banners/toggle', 'banners', { index: 0 }],
  ['/admin/api/banners/delete', 'banners', { index: 0 }],
  ['/admin/api/array-data/update', 'arrayData', { category: 'languages', items: [] }],
  ['/admin/api/array-data/update', 'arrayData', { allCategories: true, items: { languages: [] } }],
  ['/admin/api/tech-radar/update', 'radar', { entries: [entry('new')] }],
  ['/review/api/tech-radar/update', 'radar', { entries: [entry('new')] }],
] as const

describe.each(WRITES)('POST %s (%s, %j)', (path, name, body) => {
  it('returns 412 and stores nothing when the document has changed', async () => {
    await seedAll()
    const before = await h.stored(name)
    const response = await h.post(path, body, { headers: { 'if-match': entityTag('other') } })
    expect(response.status).toBe(412)
    expect(response.body).toMatchObject({
      status: 412,
      error: 'The resource has changed since it was read',
    })
    expect(response.headers['etag']).toBeUndefined()
    expect(await h.stored(name)).toEqual(before)
  })

  it('stores the edit for the present ETag and returns the new one', async () => {
    await seedAll()
    const seen = entityTag(await h.stored(name))
    const response = await h.post(path, body, { headers: { 'if-match': `W/${seen}` } })
    expect(response.status).toBe(200)
    expect(response.headers['etag']).toBe(entityTag(await h.stored(name)))
    expect(response.headers['etag']).not.toBe(seen)
    const stale = await h.post(path, body, { headers: { 'if-match': seen } })
    expect(stale.status).toBe(412)
  })

  it('accepts one of two concurrent edits of a version', async () => {
    await seedAll()
    const headers = { 'if-match': entityTag(await h.stored(name)) }
    const both = await Promise.all([
      h.post(path, body, { headers }),
      h.post(path, body, { headers }),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412])
  })
})

describe('If-Match while nothing is stored', () => {
  it.each([
    ['/admin/api/banners', '/admin/api/banners/update', { banner }],
    [
      '/admin/api/array-data',
      '/admin/api/array-data/update',
      { allCategories: true, items: lists },
    ],
  ])('accepts the ETag of GET %s', async (read, write, body) => {
    const etag = (await h.get(read)).headers['etag']!
    const response = await h.post(write, body, { headers: { 'if-match': etag } })
    expect(response.status).toBe(200)
  })

  it.each([
    ['/review/api/tech-radar/update', { ...radar(), entries: [entry('a')] }],
    ['/admin/api/normalise/technology', { from: 'JS', to: 'JavaScript' }],
  ])('returns 412 for * when a read finds nothing: POST %s', async (path, body) => {
    const response = await h.post(path, body, { headers: { 'if-match': '*' } })
    expect(response.status).toBe(412)
    expect(await h.stored('radar')).toBeUndefined()
  })
})

describe('two reviewers who save the complete radar', () => {
  const many = Array.from({ length: 300 }, (_, i) => entry(`e${String(i).padStart(3, '0')}`))
  const position = (description: string) => ({
    moved: 1,
    ringId: 'hold',
    date: '2026-01-01',
    description,
  })
  /** The body of the review page: all entries, with its internal field. */
  const page = (change: string, description: string) =>
    many.map((one) => {
      const timeline = one.id === change ? [...one.timeline, position(description)] : one.timeline
      return { ...one, timeline, filteredTimeline: timeline }
    })

  it('lose no entry and no field', async () => {
    await h.seed('radar', radar(many.map((one) => ({ ...one, champion: 'kept' }))))
    const results = await Promise.all([
      h.post(
        '/review/api/tech-radar/update',
        { entries: [...page('e000', 'a'), entry('new-a')] },
        { as: REVIEWER },
      ),
      h.post(
        '/review/api/tech-radar/update',
        { entries: [...page('e001', 'b'), entry('new-b')] },
        { as: REVIEWER },
      ),
    ])
    expect(results.map(({ status }) => status)).toEqual([200, 200])
    const { entries } = (await h.stored('radar')) as { entries: Record<string, unknown>[] }
    expect(entries).toHaveLength(302)
    expect(entries.filter((one) => one['champion'] === 'kept')).toHaveLength(300)
    expect(entries.some((one) => 'filteredTimeline' in one)).toBe(false)
    expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(['new-a', 'new-b']))
  })

  it('get 412 with a stale If-Match and save with the present one', async () => {
    await h.seed('radar', radar(many))
    const read = await h.get('/admin/api/tech-radar')
    const headers = { 'if-match': read.headers['etag']! }
    const post = (entries: unknown[], more = headers) =>
      h.post('/review/api/tech-radar/update', { entries }, { as: REVIEWER, headers: more })
    const first = await post(page('e000', 'a'))
    expect(first.status).toBe(200)
    expect((await post(page('e001', 'b'))).status).toBe(412)
    const now = (await h.get('/admin/api/tech-radar')).body as {
      entries: ReturnType<typeof entry>[]
    }
    const again = Array.from(now.entries, (one) =>
      one.id === 'e001' ? { ...one, timeline: [...one.timeline, position('b')] } : one,
    )
    expect((await post(again, { 'if-match': first.headers['etag']! })).status).toBe(200)
    const { entries } = (await h.stored('radar')) as { entries: { timeline: unknown[] }[] }
    const author = REVIEWER.email
    expect(entries[0]!.timeline.at(-1)).toEqual({ ...position('a'), author })
    expect(entries[1]!.timeline.at(-1)).toEqual({ ...position('b'), author })
  })
})
