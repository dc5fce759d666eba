import { beforeEach, describe, expect, it } from '@jest/globals'
import { ADMIN, harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar, structure } from './radar-data.ts'

const EMPTY = 'Invalid or empty entries data'
const ENTRY = 'Invalid entry structure'
const done = { message: 'Tech radar updated successfully' }

let h: Harness
beforeEach(async () => {
  h = harness()
})

describe('GET /admin/api/tech-radar', () => {
  // spec: 4.3-r8
  it('returns the stored document', async () => {
    await h.seed('radar', radar())
    const response = await h.get('/admin/api/tech-radar')
    expect(response.status).toBe(200)
    expect(response.body).toEqual(radar())
  })

  // spec, otherwise: 4.3-r8
  it('returns 404 with a fixed message when nothing is stored', async () => {
    const { status, body } = await h.get('/admin/api/tech-radar')
    expect([status, body.error]).toEqual([404, 'This document is not stored yet'])
  })
})

describe.each([
  ['/admin/api/tech-radar/update', ADMIN],
  ['/review/api/tech-radar/update', REVIEWER],
])('POST %s', (path, caller) => {
  const save = (body: unknown) => h.post(path, body, { as: caller })

  describe('with a complete structure', () => {
    it('rejects a new or changed top-level member', async () => {
      const stored = { ...radar(), source: 'a tool' }
      await h.seed('radar', stored)
      for (const body of [stored, { entries: stored.entries, source: 'a tool' }]) {
        const rejected = await save({ note: 1, ...body, source: 'another' })
        expect([rejected.status, rejected.body.error]).toEqual([400, 'Unknown member: note'])
        expect(rejected.body.errors).toEqual([
          { pointer: '/note', detail: 'is not a recognised property' },
          { pointer: '/source', detail: 'is not a recognised property' },
        ])
        expect(await h.stored('radar')).toEqual(stored)
        expect((await save(body)).status).toBe(200)
      }
    })

    // spec: 4.3-r9 4.4-r1b 4.4-r1c 4.4-r1d 2.4-r2a
    // spec, otherwise: 7-r1
    it('stores the sent radar in its order and keeps other top-level fields', async () => {
      await h.seed('radar', radar())
      const sent = {
        title: 'New',
        quadrants: [{ id: 'q', name: 'Q', note: 1 }],
        rings: [{ id: 'r', name: 'R', color: '#fff', note: 2 }],
        entries: ['b', 'a'].map((id) =>
          entry(id, {
            quadrant: 'q',
            timeline: [item('x', { ringId: 'r', author: null })],
            note: 3,
          }),
        ),
      }
      const response = await save(sent)
      expect(response.status).toBe(200)
      expect(response.body).toEqual({ ...done, removedItems: ['zig'] })
      const author = caller === REVIEWER ? REVIEWER.email : null
      expect(await h.stored('radar')).toEqual({
        ...sent,
        entries: Array.from(sent.entries, (one) => ({
          ...one,
          timeline: one.timeline.map((position) => ({ ...position, author })),
        })),
        version: 3,
      })
    })

    it('names rings whose role it drops, and those with an unknown one', async () => {
      const [adopt, hold] = structure().rings
      const rings = [
        { ...adopt, role: 'adopt' },
        { ...hold, role: 'hold' },
      ]
      await h.seed('radar', { ...radar(), rings })
      const sent = { ...structure(), entries: radar().entries }
      const dropped = { ...sent, rings: [{ ...adopt, role: 7 }, { ...hold }] }
      const { status, body } = await save(dropped)
      expect([status, body]).toEqual([
        200,
        { ...done, droppedRoles: ['adopt', 'hold'], ignoredRoles: ['adopt'] },
      ])
      expect(await h.stored('radar')).toMatchObject({ rings: dropped.rings })
      expect((await save({ ...sent, rings })).body).toEqual(done)
      expect((await save({ entries: [entry('new')] })).body).toEqual(done)
    })

    // spec: 1-s6c
    // spec, otherwise: 4.4-r1e 4.4-r1f 4.4-r1g 4.4-r1h
    it('creates the document', async () => {
      expect((await save({ ...structure(), entries: [entry('a')] })).status).toBe(200)
      expect(await h.stored('radar')).toMatchObject({ ...structure(), entries: [entry('a')] })
    })
  })

  const quadrant = { id: '1', name: 'Languages' }
  const ring = { id: 'adopt', name: 'ADOPT' }
  const complete = { ...structure(), entries: [entry('a')] }

  /** Expects 400 with an error, and that nothing is stored. */
  async function expectRejected(body: unknown, error: unknown): Promise<void> {
    await h.seed('radar', radar())
    const response = await save(body)
    expect(response.status).toBe(400)
    expect(response.body.error).toEqual(error)
    expect(await h.stored('radar')).toEqual(radar())
  }

  // spec: 4.4-r1j
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['entries that are not an array', { entries: 'not_an_array' }],
    ['empty entries', { entries: [] }],
    ['null', 'null'],
    ['an array', []],
    ['a missing title and empty lists', { quadrants: [], rings: [], entries: [] }],
    ['invalid quadrants', { title: 'x', quadrants: [{}], rings: [], entries: [] }],
    ['invalid rings', { title: 'x', quadrants: [quadrant], rings: [{}], entries: [] }],
  ])('rejects an update without valid entries and stores nothing: %s', (_name, body) =>
    expectRejected(body, EMPTY),
  )

  // spec: 4.4-r1e 7-r1
  // spec, otherwise: 4.3-r9
  it.each([
    ['no title', undefined],
    ['an empty title', ''],
    ['a title that is not a string', 1],
  ])('rejects a structure with an invalid title and stores nothing: %s', (_name, title) =>
    expectRejected({ ...complete, title }, 'Invalid or missing title'),
  )

  // spec: 4.4-r1f 7-r1
  it.each([
    ['no quadrants', undefined],
    ['empty quadrants', []],
    ['quadrants without name', [{ id: '1' }]],
    ['two quadrants with one id', [quadrant, quadrant]],
  ])('rejects a structure with invalid quadrants and stores nothing: %s', (_name, quadrants) =>
    expectRejected({ ...complete, quadrants }, 'Invalid quadrants structure'),
  )

  // spec: 4.4-r1g 7-r1
  it.each([
    ['no rings', undefined],
    ['null rings', null],
    ['rings without id', [{ name: 'x' }]],
    ['a ring with a colour that is not a string', [{ ...ring, color: 1 }]],
    ['two rings with one id', [ring, ring]],
  ])('rejects a structure with invalid rings and stores nothing: %s', (_name, rings) =>
    expectRejected({ ...complete, rings }, 'Invalid rings structure'),
  )

  // spec: 4.4-r1k
  it('rejects a title without quadrants and rings, and stores nothing', () =>
    expectRejected({ title: 'x', entries: [entry('a')] }, 'Invalid quadrants structure'))

  // spec: 4.4-r1h 7-r1
  it.each([
    ['an entry without its fields', [{}]],
    ['two entries with one id', [entry('a'), entry('a')]],
  ])('rejects a structure with invalid entries and stores nothing: %s', (_name, entries) =>
    expectRejected(
      { ...structure(), entries },
      expect.stringMatching(/^Invalid entry structure: ./),
    ),
  )

  // spec: 4.4-r1l
  it.each([
    ['quadrant', entry('a', { quadrant: 'nope' })],
    ['ring', entry('a', { timeline: [item('x', { ringId: 'nope' })] })],
  ])('rejects a reference to an unknown %s and stores nothing', async (_name, bad) => {
    const error = expect.stringMatching(/^Invalid entry structure: entry a/)
    await expectRejected({ entries: [bad] }, error)
    await expectRejected({ ...structure(), entries: [bad] }, error)
  })

  // spec: 4.4-r1i 4.4-r1k 2.4-r2b
  // spec, otherwise: 4.4-r1b 4.4-r1c 4.4-r1d
  it.each<[string, unknown]>([
    ['that is null', null],
    ['without id', entry('a', { id: undefined })],
    ['with an empty id', entry('')],
    ['with a number as id', entry('a', { id: 1 })],
    ['without title', entry('a', { title: '' })],
    ['without quadrant', entry('a', { quadrant: undefined })],
    ['in an unknown quadrant', entry('a', { quadrant: '9' })],
    ['in a quadrant with the name of a built-in', entry('a', { quadrant: 'toString' })],
    ['without timeline', entry('a', { timeline: undefined })],
    ['with an empty timeline', entry('a', { timeline: [] })],
    ['with a timeline that is not an array', entry('a', { timeline: {} })],
    [
      'with a timeline above the maximum length',
      entry('a', { timeline: Array(1_001).fill(item('x')) }),
    ],
    ['with a position that is null', entry('a', { timeline: [null] })],
    ['without a value of moved', entry('a', { timeline: [item('x', { moved: undefined })] })],
    ['with a string as moved', entry('a', { timeline: [item('x', { moved: '1' })] })],
    ['in an unknown ring', entry('a', { timeline: [item('x'), item('y', { ringId: 'nope' })] })],
    ['without date', entry('a', { timeline: [item('x', { date: null })] })],
    [
      'without a description of a position',
      entry('a', { timeline: [item('x', { description: undefined })] }),
    ],
    ['with an author that is not a string', entry('a', { timeline: [item('x', { author: 1 })] })],
    ['with a malformed directorate', entry('a', { timeline: [item('x', { directorate: {} })] })],
    ['with a description that is not a string', entry('a', { description: 5 })],
    ['with links that are not an array', entry('a', { links: {} })],
    ['with tags that are not strings', entry('a', { tags: [1] })],
    ['with null tags', entry('a', { tags: null })],
    ['with a title above the maximum length', entry('a', { title: 'x'.repeat(101) })],
  ])('rejects an entry %s and stores no entry of the request', async (_name, bad) => {
    await h.seed('radar', radar())
    const response = await save({ entries: [entry('new'), bad] })
    expect(response.status).toBe(400)
    expect(response.body.error).toMatch(/^Invalid entry structure: entry .+/)
    expect(await h.stored('radar')).toEqual(radar())
  })

  // spec: 4.4-r1h
  it.each([
    [
      'entry a, timeline/1/description',
      entry('a', { timeline: [item('x'), item('x'.repeat(50_001))] }),
    ],
    ['entry a, tags', entry('a', { tags: null })],
    ['entry a, quadrant', entry('a', { quadrant: '9' })],
    [
      'entry a, timeline/1/ringId',
      entry('a', { timeline: [item('x'), item('y', { ringId: 'nope' })] }),
    ],
    ['entry number 2, id', entry('')],
    ['entry number 2', null],
  ])('reports %s in the error', async (where, bad) => {
    await h.seed('radar', radar())
    const response = await save({ entries: [entry('new'), bad] })
    expect(response.body.error).toBe(`${ENTRY}: ${where}`)
  })

  // spec, otherwise: 2.4-r2a
  it('reports the faults of all parts of a structure, with the error of the first', async () => {
    const { body } = await save({ ...structure(), title: '', rings: [], entries: [entry('a')] })
    expect(body.error).toBe('Invalid or missing title')
    expect(body.errors).toEqual([
      { pointer: '/title', detail: 'must not be empty' },
      { pointer: '/rings', detail: 'must not be empty' },
    ])
  })
})
