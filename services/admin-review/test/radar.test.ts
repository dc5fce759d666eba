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
const entries = async () => ((await h.stored('radar')) as { entries: unknown[] }).entries

describe('GET /admin/api/tech-radar', () => {
  // spec: 4.3-r8
  it('answers the stored document', async () => {
    await h.seed('radar', radar())
    const response = await h.get('/admin/api/tech-radar')
    expect(response.status).toBe(200)
    expect(response.body).toEqual(radar())
  })

  // spec, otherwise: 4.3-r8
  it('answers 500 with a fixed text when nothing is stored', async () => {
    const response = await h.get('/admin/api/tech-radar')
    expect(response.status).toBe(500)
    expect(response.body.error).toBe('Internal server error')
  })
})

describe.each([
  ['/admin/api/tech-radar/update', ADMIN],
  ['/review/api/tech-radar/update', REVIEWER],
])('POST %s', (path, caller) => {
  const save = (body: unknown) => h.post(path, body, { as: caller })

  describe('with entries only', () => {
    // spec: 1-s7
    // spec, otherwise: 4.4-r1j
    it('adds the entry that the reference suite sends', async () => {
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
    it('merges by id: sent fields win, others and other entries survive', async () => {
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

    it('sorts by quadrant, numbers first and by value, then by title', async () => {
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

    it('drops the working field of the review page, also where it was stored before', async () => {
      const leaked = { filteredTimeline: [item('first')] }
      await h.seed('radar', radar([entry('a', leaked), entry('b', leaked)]))
      await save({ entries: [entry('a', { ...leaked, url: '/' })] })
      expect(await entries()).toEqual([entry('a', { url: '/' }), entry('b')])
    })

    it('copes with odd stored entries', async () => {
      const odd = [
        { id: 'bare' },
        { id: 'x', timeline: null },
        entry('a', { timeline: [null, 'x'] }),
      ]
      await h.seed('radar', radar(odd))
      expect((await save({ entries: [entry('a'), entry('x')] })).status).toBe(200)
      expect(await entries()).toMatchObject([entry('a'), entry('x'), { id: 'bare' }])
    })

    it('takes texts of any script and names of built-ins as they are', async () => {
      await h.seed('radar', radar([]))
      const sent = entry('toString', { title: 'Ж "<b>" \u2028 🚢', valueOf: { a: null } })
      expect((await save({ entries: [sent] })).status).toBe(200)
      expect(await entries()).toMatchObject([sent])
    })

    it('answers 500 with a fixed text when nothing is stored, and creates nothing', async () => {
      const response = await save({ entries: [entry('a')] })
      expect(response.status).toBe(500)
      expect(response.body.error).toBe('Internal server error')
      expect(await h.stored('radar')).toBeUndefined()
    })

    it('refuses more entries than may be stored', async () => {
      const many = Array.from({ length: 5_000 }, (_, i) => ({ id: `e${i}` }))
      await h.seed('radar', radar(many))
      const response = await save({ entries: [entry('a')] })
      expect(response.status).toBe(400)
      expect(response.body.error).toContain(ENTRY)
      expect(await entries()).toHaveLength(5_000)
    })
  })

  describe('with a whole structure', () => {
    it('refuses a top-level member that the stored radar does not have in the same way', async () => {
      const stored = { ...radar(), source: 'a tool' }
      await h.seed('radar', stored)
      for (const body of [stored, { entries: stored.entries, source: 'a tool' }]) {
        const refused = await save({ note: 1, ...body, source: 'another' })
        expect([refused.status, refused.body.error]).toEqual([400, 'Unknown member: note'])
        expect(refused.body.errors).toEqual([
          { pointer: '/note', detail: 'is not a recognised property' },
          { pointer: '/source', detail: 'is not a recognised property' },
        ])
        expect(await h.stored('radar')).toEqual(stored)
        expect((await save(body)).status).toBe(200)
      }
    })

    // spec: 4.3-r9 4.4-r1b 4.4-r1c 4.4-r1d 2.4-r2a
    // spec, otherwise: 7-r1
    it('stores exactly what was sent, in its order; other top-level fields survive', async () => {
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
      expect(response.body).toEqual(done)
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

    // spec: 1-s6c
    // spec, otherwise: 4.4-r1e 4.4-r1f 4.4-r1g 4.4-r1h
    it('creates the document', async () => {
      expect((await save({ ...structure(), entries: [entry('a')] })).status).toBe(200)
      expect(await h.stored('radar')).toMatchObject({ ...structure(), entries: [entry('a')] })
    })
  })

  const quadrant = { id: '1', name: 'Languages' }
  const ring = { id: 'adopt', name: 'ADOPT' }
  const whole = { ...structure(), entries: [entry('a')] }

  /** Answers 400 with a text, and stores nothing. */
  async function expectRefused(body: unknown, error: unknown): Promise<void> {
    await h.seed('radar', radar())
    const response = await save(body)
    expect(response.status).toBe(400)
    expect(response.body.error).toEqual(error)
    expect(await h.stored('radar')).toEqual(radar())
  }

  // spec: 4.4-r1j
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['entries that are no list', { entries: 'not_an_array' }],
    ['empty entries', { entries: [] }],
    ['null', 'null'],
    ['a list', []],
    ['a missing title and empty lists', { quadrants: [], rings: [], entries: [] }],
    ['invalid quadrants', { title: 'x', quadrants: [{}], rings: [], entries: [] }],
    ['invalid rings', { title: 'x', quadrants: [quadrant], rings: [{}], entries: [] }],
  ])('rejects an update without entries, and stores nothing: %s', (_name, body) =>
    expectRefused(body, EMPTY),
  )

  // spec: 4.4-r1e 7-r1
  // spec, otherwise: 4.3-r9
  it.each([
    ['no title', undefined],
    ['an empty title', ''],
    ['a title that is no text', 1],
  ])('rejects a structure for its title, and stores nothing: %s', (_name, title) =>
    expectRefused({ ...whole, title }, 'Invalid or missing title'),
  )

  // spec: 4.4-r1f 7-r1
  it.each([
    ['no quadrants', undefined],
    ['empty quadrants', []],
    ['quadrants without name', [{ id: '1' }]],
    ['two quadrants of one id', [quadrant, quadrant]],
  ])('rejects a structure for its quadrants, and stores nothing: %s', (_name, quadrants) =>
    expectRefused({ ...whole, quadrants }, 'Invalid quadrants structure'),
  )

  // spec: 4.4-r1g 7-r1
  it.each([
    ['no rings', undefined],
    ['null rings', null],
    ['rings without id', [{ name: 'x' }]],
    ['a ring whose colour is no text', [{ ...ring, color: 1 }]],
    ['two rings of one id', [ring, ring]],
  ])('rejects a structure for its rings, and stores nothing: %s', (_name, rings) =>
    expectRefused({ ...whole, rings }, 'Invalid rings structure'),
  )

  // spec: 4.4-r1k
  it('rejects a title without the rest of a structure, and stores nothing', () =>
    expectRefused({ title: 'x', entries: [entry('a')] }, 'Invalid quadrants structure'))

  // spec: 4.4-r1h 7-r1
  it.each([
    ['an entry without its fields', [{}]],
    ['two entries of one id', [entry('a'), entry('a')]],
  ])('rejects a structure for its entries, and stores nothing: %s', (_name, entries) =>
    expectRefused(
      { ...structure(), entries },
      expect.stringMatching(/^Invalid entry structure: ./),
    ),
  )

  // spec: 4.4-r1l
  it.each([
    ['quadrant', entry('a', { quadrant: 'nope' })],
    ['ring', entry('a', { timeline: [item('x', { ringId: 'nope' })] })],
  ])('rejects a reference to an unknown %s, and stores nothing', async (_name, bad) => {
    const error = expect.stringMatching(/^Invalid entry structure: entry a/)
    await expectRefused({ entries: [bad] }, error)
    await expectRefused({ ...structure(), entries: [bad] }, error)
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
    ['in a quadrant called like a built-in', entry('a', { quadrant: 'toString' })],
    ['without timeline', entry('a', { timeline: undefined })],
    ['with an empty timeline', entry('a', { timeline: [] })],
    ['with a timeline that is no list', entry('a', { timeline: {} })],
    ['with too long a timeline', entry('a', { timeline: Array(1_001).fill(item('x')) })],
    ['with a position that is null', entry('a', { timeline: [null] })],
    ['without distance', entry('a', { timeline: [item('x', { moved: undefined })] })],
    ['with a text as distance', entry('a', { timeline: [item('x', { moved: '1' })] })],
    ['in an unknown ring', entry('a', { timeline: [item('x'), item('y', { ringId: 'nope' })] })],
    ['without date', entry('a', { timeline: [item('x', { date: null })] })],
    ['without position text', entry('a', { timeline: [item('x', { description: undefined })] })],
    ['with an author that is no text', entry('a', { timeline: [item('x', { author: 1 })] })],
    ['with an odd directorate', entry('a', { timeline: [item('x', { directorate: {} })] })],
    ['with a description that is no text', entry('a', { description: 5 })],
    ['with links that are no list', entry('a', { links: {} })],
    ['with tags that are no texts', entry('a', { tags: [1] })],
    ['with null tags', entry('a', { tags: null })],
    ['with too long a title', entry('a', { title: 'x'.repeat(501) })],
  ])(
    'refuses an entry %s and stores nothing, also of the valid one beside it',
    async (_name, bad) => {
      await h.seed('radar', radar())
      const response = await save({ entries: [entry('new'), bad] })
      expect(response.status).toBe(400)
      expect(response.body.error).toMatch(/^Invalid entry structure: entry .+/)
      expect(await h.stored('radar')).toEqual(radar())
    },
  )

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
  ])('names %s to the caller', async (place, bad) => {
    await h.seed('radar', radar())
    const response = await save({ entries: [entry('new'), bad] })
    expect(response.body.error).toBe(`${ENTRY}: ${place}`)
  })

  // spec, otherwise: 2.4-r2a
  it('names every part of a structure that is wrong, in the words of the first', async () => {
    const { body } = await save({ ...structure(), title: '', rings: [], entries: [entry('a')] })
    expect(body.error).toBe('Invalid or missing title')
    expect(body.errors).toEqual([
      { pointer: '/title', detail: 'must not be empty' },
      { pointer: '/rings', detail: 'must not be empty' },
    ])
  })

  it('takes a position with a text of 50,000 characters', async () => {
    await h.seed('radar', radar([]))
    const timeline = [item('x'.repeat(50_000))]
    expect((await save({ entries: [entry('a', { timeline })] })).status).toBe(200)
    expect(await entries()).toMatchObject([{ timeline }])
  })

  it('refuses two entries of one id', async () => {
    await h.seed('radar', radar())
    const response = await save({ entries: [entry('a'), entry('a', { title: 'Other' })] })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(`${ENTRY}: entry a, id`)
    expect(await h.stored('radar')).toEqual(radar())
  })

  // spec, otherwise: 2.4-r2b 4.4-r1l
  it('accepts the two positions outside the rings, empty texts and every form of directorate', async () => {
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
