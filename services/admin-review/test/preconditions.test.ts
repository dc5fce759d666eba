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

it('accepts the tag of a compressed read of the radar in basedOn', async () => {
  await h.seed('radar', radar(Array.from({ length: 30 }, (_, i) => entry(`e${i}`))))
  const compressed = { headers: { 'accept-encoding': 'br' } }
  const { headers } = await h.get('/admin/api/tech-radar', compressed)
  expect(headers['etag']).toMatch(/^W/)
  const body = { entries: [entry('new')], basedOn: headers['etag'] }
  expect((await h.post('/admin/api/tech-radar/update', body)).status).toBe(200)
})

describe.each([
  ['/admin/api/banners/toggle', 'banners', { index: 0 }],
  ['/admin/api/array-data/update', 'arrayData', { category: 'languages', items: [] }],
  ['/review/api/tech-radar/update', 'radar', { entries: [entry('new')] }],
] as const)('POST %s', (path, name, body) => {
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
})
