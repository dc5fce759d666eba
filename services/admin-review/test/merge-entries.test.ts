import { beforeEach, describe, expect, it } from '@jest/globals'
import { ADMIN, harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar, structure } from './radar-data.ts'
const ENTRY = 'Invalid entry structure'
const done = { message: 'Tech radar updated successfully' }

let h: Harness
beforeEach(async () => {
  h = harness()
})
const entries = async () => ((await h.stored('radar')) as { entries: unknown[] }).entries

describe.each([
  ['/admin/api/tech-radar/update', ADMIN],
  ['/review/api/tech-radar/update', REVIEWER],
])('POST %s with entries only', (path, caller) => {
  const save = (body: unknown) => h.post(path, body, { as: caller })

  // spec: 1-s7
  // spec, otherwise: 4.4-r1j
  it('adds the entry of the reference suite', async () => {
    await h.seed('radar', radar())
    const sent = entry('test-entry-1', {
      timeline: [{ moved: 0, ringId: 'ignore', date: '2000-01-01', description: 'For testing' }],
    })
    const response = await save({ entries: [sent] })
    expect(response.status).toBe(200)
    expect(response.body).toEqual(done)
    const found = (await entries()).find((one) => (one as { id: string }).id === 'test-entry-1')
    expect(found).toMatchObject({
      quadrant: '1',
      timeline: [{ ringId: 'ignore', date: '2000-01-01', description: 'For testing' }],
    })
  })

  // spec, otherwise: 4.4-r1i 4.4-r1k
  it('replaces sent fields of entries by id and keeps the rest', async () => {
    await h.seed('radar', radar([entry('a', { champion: 'x', tags: ['old'] }), entry('b')]))
    const { id, title } = entry('a')
    await save({ entries: [{ id, title, quadrant: '2', timeline: [item('moved')], stars: 5 }] })
    expect(await h.stored('radar')).toMatchObject({ ...structure(), version: 3 })
    expect(await entries()).toMatchObject([
      entry('b'),
      {
        ...entry('a'),
        quadrant: '2',
        champion: 'x',
        tags: ['old'],
        stars: 5,
        timeline: [item('moved')],
      },
    ])
  })

  it('sorts by quadrant, with numbers first, and by title', async () => {
    const quadrants = ['b', '10', '2', 'a'].map((id) => ({ id, name: id }))
    await h.seed('radar', { ...radar([]), quadrants })
    const of = (quadrant: string, title: string) => entry(title, { title, quadrant })
    await save({
      entries: [
        of('b', 'B'),
        of('a', 'A'),
        of('10', 'z'),
        of('10', 'Y'),
        of('2', 'é'),
        of('2', 'f'),
      ],
    })
    const titles = (await entries()).map((one) => (one as { title: string }).title)
    expect(titles).toEqual(['é', 'f', 'Y', 'z', 'A', 'B'])
  })

  it('removes the internal field of the review page, sent or stored', async () => {
    const leaked = { filteredTimeline: [item('first')] }
    await h.seed('radar', radar([entry('a', leaked), entry('b', leaked)]))
    await save({ entries: [entry('a', { ...leaked, url: '/' })] })
    expect(await entries()).toEqual([entry('a', { url: '/' }), entry('b')])
  })

  it('merges entries into stored ones with malformed members', async () => {
    const malformed = [entry('a', { timeline: [null, 'x'] }), entry('x', { timeline: null })]
    await h.seed('radar', radar(malformed))
    expect((await save({ entries: [entry('a'), entry('x')] })).status).toBe(200)
    expect(await entries()).toMatchObject([entry('a'), entry('x')])
  })

  it('stores strings of any script and names of built-ins unchanged', async () => {
    await h.seed('radar', radar([]))
    const sent = entry('toString', { title: 'Ж "<b>" \u2028 🚢', valueOf: { a: null } })
    expect((await save({ entries: [sent] })).status).toBe(200)
    expect(await entries()).toMatchObject([sent])
  })

  it('returns 500 with a fixed message and creates nothing when nothing is stored', async () => {
    const response = await save({ entries: [entry('a')] })
    expect(response.status).toBe(500)
    expect(response.body.error).toBe('Internal server error')
    expect(await h.stored('radar')).toBeUndefined()
  })

  it('rejects an entry above the maximum number', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) => ({ id: `e${i}` }))
    await h.seed('radar', radar(many))
    const response = await save({ entries: [entry('a')] })
    expect(response.status).toBe(400)
    expect(response.body.error).toContain(ENTRY)
    expect(await entries()).toHaveLength(5_000)
  })

  it('accepts a position with a description of 50,000 characters', async () => {
    await h.seed('radar', radar([]))
    const timeline = [item('x'.repeat(50_000))]
    expect((await save({ entries: [entry('a', { timeline })] })).status).toBe(200)
    expect(await entries()).toMatchObject([{ timeline }])
  })

  it('rejects two entries with one id', async () => {
    await h.seed('radar', radar())
    const response = await save({ entries: [entry('a'), entry('a', { title: 'Other' })] })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(`${ENTRY}: entry a, id`)
    expect(await h.stored('radar')).toEqual(radar())
  })

  // spec, otherwise: 2.4-r2b 4.4-r1l
  it('accepts review and ignore, empty strings and every form of directorate', async () => {
    await h.seed('radar', radar([]))
    const timeline = [
      item('', { ringId: 'review', directorate: 1, moved: -2.5 }),
      item('x', { ringId: 'ignore', directorate: 'Digital', date: '' }),
      item('y', { directorate: null }),
    ]
    expect((await save({ entries: [entry('a', { timeline })] })).status).toBe(200)
    expect(await entries()).toMatchObject([{ timeline }])
  })
})
