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
  // spec: admin.radar.read
  it('answers the stored document', async () => {
    await h.seed('radar', radar())
    const response = await h.get('/admin/api/tech-radar')
    expect(response.status).toBe(200)
    expect(response.body).toEqual(radar())
  })

  // spec, otherwise: admin.radar.read
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

    // spec: review.radar.partial
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
    // spec: admin.radar.update review.radar.update radar.title radar.quadrants radar.rings
    // spec: radar.entries
    // spec, otherwise: review.radar.400-title review.radar.400-quadrants review.radar.400-rings
    // spec, otherwise: review.radar.400-entries review.radar.400-references review.radar.400-empty
    // spec, otherwise: review.radar.partial review.radar.unchanged error.400
    it('refuses a top-level member that the stored radar does not have in the same way', async () => {
      const stored = { ...radar(), source: 'a tool' }
      await h.seed('radar', stored)
      for (const body of [stored, { entries: stored.entries, source: 'a tool' }]) {
        const refused = await save({ note: 1, ...body, source: 'another' })
        expect([refused.status, refused.body.error]).toEqual([400, 'Unknown member: note'])
        expect(refused.body.errors).toEqual([
          { pointer: '/note', detail: 'is not known here' },
          { pointer: '/source', detail: 'is not known here' },
        ])
        expect(await h.stored('radar')).toEqual(stored)
        expect((await save(body)).status).toBe(200)
      }
    })

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

    it('creates the document', async () => {
      expect((await save({ ...structure(), entries: [entry('a')] })).status).toBe(200)
      expect(await h.stored('radar')).toMatchObject({ ...structure(), entries: [entry('a')] })
    })
  })

  const quadrant = { id: '1', name: 'Languages' }
  const ring = { id: 'adopt', name: 'ADOPT' }
  // spec: review.radar.400-title review.radar.400-quadrants review.radar.400-rings
  // spec: review.radar.400-entries review.radar.400-references review.radar.400-empty
  // spec: review.radar.unchanged error.400
  // spec, otherwise: admin.radar.update review.radar.update radar.title radar.quadrants radar.rings
  // spec, otherwise: radar.entries
  it.each<[string, unknown, string]>([
    ['no entries', {}, EMPTY],
    ['entries that are no list', { entries: 'not_an_array' }, EMPTY],
    ['empty entries', { entries: [] }, EMPTY],
    ['null', 'null', EMPTY],
    ['a list', [], EMPTY],
    ['a missing title and empty lists', { quadrants: [], rings: [], entries: [] }, EMPTY],
    [
      'invalid quadrants and no entries',
      { title: 'x', quadrants: [{}], rings: [], entries: [] },
      EMPTY,
    ],
    [
      'invalid rings and no entries',
      { title: 'x', quadrants: [quadrant], rings: [{}], entries: [] },
      EMPTY,
    ],
    [
      'unknown references in a whole structure',
      {
        title: 'x',
        quadrants: [quadrant],
        rings: [{ ...ring, color: '#0f0' }],
        entries: [
          entry('a', {
            quadrant: 'nope',
            timeline: [item('x', { ringId: 'nope', date: '2024-03' })],
          }),
        ],
      },
      ENTRY,
    ],
    [
      'a structure without title',
      { ...structure(), title: undefined, entries: [entry('a')] },
      'Invalid or missing title',
    ],
    [
      'an empty title',
      { ...structure(), title: '', entries: [entry('a')] },
      'Invalid or missing title',
    ],
    [
      'a title that is no text',
      { ...structure(), title: 1, entries: [{}] },
      'Invalid or missing title',
    ],
    ['a title alone', { title: 'x', entries: [entry('a')] }, 'Invalid quadrants structure'],
    [
      'empty quadrants',
      { ...structure(), quadrants: [], entries: [entry('a')] },
      'Invalid quadrants structure',
    ],
    [
      'quadrants without name',
      { ...structure(), quadrants: [{ id: '1' }], entries: [{}] },
      'Invalid quadrants structure',
    ],
    [
      'two quadrants of one id',
      { ...structure(), quadrants: [quadrant, quadrant], entries: [{}] },
      'Invalid quadrants structure',
    ],
    ['null rings', { ...structure(), rings: null, entries: [{}] }, 'Invalid rings structure'],
    [
      'rings without id',
      { ...structure(), rings: [{ name: 'x' }], entries: [{}] },
      'Invalid rings structure',
    ],
    [
      'a ring whose colour is no text',
      { ...structure(), rings: [{ ...ring, color: 1 }], entries: [{}] },
      'Invalid rings structure',
    ],
    [
      'two rings of one id',
      { ...structure(), rings: [ring, ring], entries: [{}] },
      'Invalid rings structure',
    ],
    [
      'two entries of one id in a structure',
      { ...structure(), entries: [entry('a'), entry('a')] },
      ENTRY,
    ],
  ])('refuses %s and stores nothing', async (_name, body, error) => {
    await h.seed('radar', radar())
    const response = await save(body)
    expect(response.status).toBe(400)
    if (error === ENTRY) expect(response.body.error).toMatch(/^Invalid entry structure: ./)
    else expect(response.body.error).toBe(error)
    expect(await h.stored('radar')).toEqual(radar())
  })

  // spec: review.radar.unchanged
  // spec, otherwise: review.radar.partial
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

  // spec: review.radar.400-entries
  // spec, otherwise: radar.entries
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
