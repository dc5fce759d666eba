import { beforeEach, describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { ADMIN, harness, OTHER_REVIEWER, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar, structure } from './radar-data.ts'

const REVIEW = '/review/api/tech-radar/update'
const IDS = Array.from({ length: 12 }, (_, i) => `e${String(i).padStart(2, '0')}`)
const DONE = { message: 'Tech radar updated successfully' }
type Entry = ReturnType<typeof entry>
const KIM = { ...REVIEWER, subject: 'subject-kim', email: 'kim@acme.example' }

let h: Harness
beforeEach(async () => {
  h = harness()
  await h.seed('radar', radar(IDS.map((id) => entry(id))))
})

const entries = async () => ((await h.stored('radar')) as { entries: Entry[] }).entries
const stored = async (id: string) => (await entries()).find((one) => one.id === id)!
const descriptions = async (id: string) =>
  (await stored(id)).timeline.map(({ description }) => description)

/** A browser with the review page: it reads the radar once, and every save posts all entries. */
async function openPage(as = REVIEWER) {
  const read = await h.get('/admin/api/tech-radar')
  let mine = (read.body as { entries: Entry[] }).entries
  return {
    etag: read.headers['etag']!,
    edit(id: string, change: (one: Entry) => object) {
      mine = mine.map((one) => (one.id === id ? { ...one, ...change(one) } : one))
    },
    move(id: string, description: string) {
      const position = { moved: 1, ringId: 'hold', date: '2026-03-01', description, author: null }
      this.edit(id, ({ timeline }) => ({ timeline: [...timeline, position] }))
    },
    save: (more: object = {}, headers = {}) =>
      h.post(
        REVIEW,
        { ...more, entries: mine.map((one) => ({ ...one, filteredTimeline: one.timeline })) },
        { as, headers },
      ),
  }
}

describe.each([
  ['two reviewers', OTHER_REVIEWER],
  ['a reviewer in two browsers', REVIEWER],
])('saves of all entries by %s', (_name, second) => {
  it('keep the concurrent change of the other and report it in kept', async () => {
    const [a, b] = [await openPage(), await openPage(second)]
    a.move('e00', 'by a')
    b.move('e01', 'by b')
    expect((await a.save()).body).toEqual(DONE)
    const saved = await b.save()
    expect([saved.status, saved.body]).toEqual([200, { ...DONE, kept: ['e00'] }])
    // The page does not have that version, so it must not use its ETag.
    expect(saved.headers['etag']).toBeUndefined()
    expect(await descriptions('e00')).toEqual(['first', 'by a'])
    expect(await descriptions('e01')).toEqual(['first', 'by b'])
    expect((await stored('e00')).timeline[1]).toMatchObject({ author: REVIEWER.email })
    expect((await stored('e01')).timeline[1]).toMatchObject({ author: second.email })
  })

  it('can be repeated without another read', async () => {
    const [a, b] = [await openPage(), await openPage(second)]
    for (const round of [1, 2, 3]) {
      a.move('e00', `a${round}`)
      a.edit('e02', () => ({ description: `a${round}` }))
      b.move('e01', `b${round}`)
      for (const page of [a, b]) expect((await page.save()).status).toBe(200)
    }
    expect(await descriptions('e00')).toEqual(['first', 'a1', 'a2', 'a3'])
    expect(await descriptions('e01')).toEqual(['first', 'b1', 'b2', 'b3'])
    expect(await stored('e02')).toMatchObject({ description: 'a3' })
  })

  it('keep all edits of different fields, in any order', async () => {
    const edit = fc.record({
      id: fc.constantFrom(...IDS),
      field: fc.constantFrom('timeline', 'description', 'url', 'champion'),
    })
    const edits = fc.uniqueArray(edit, {
      selector: ({ id, field }) => `${id} ${field}`,
      minLength: 2,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(edits, fc.nat(), fc.boolean(), async (all, cut, isReversed) => {
        h = harness()
        await h.seed('radar', radar(IDS.map((id) => entry(id))))
        await (await openPage(ADMIN)).save()
        const pages = [await openPage(), await openPage(second)] as const
        const middle = 1 + (cut % (all.length - 1))
        for (const [i, { id, field }] of all.entries()) {
          const page = pages[i < middle ? 0 : 1]
          if (field === 'timeline') page.move(id, `${i}`)
          else page.edit(id, () => ({ [field]: `${i}` }))
        }
        for (const page of isReversed ? pages.toReversed() : pages) {
          expect((await page.save()).status).toBe(200)
        }
        for (const [i, { id, field }] of all.entries()) {
          if (field === 'timeline') expect(await descriptions(id)).toEqual(['first', `${i}`])
          else expect(await stored(id)).toMatchObject({ [field]: `${i}` })
        }
      }),
      { numRuns: 40 },
    )
  })

  it('change nothing when repeated', async () => {
    const a = await openPage(second)
    a.move('e00', 'by a')
    await a.save()
    const before = JSON.stringify(await h.stored('radar'))
    expect((await a.save()).body).toEqual(DONE)
    expect(JSON.stringify(await h.stored('radar'))).toBe(before)
  })
})

describe('a save of an outdated page without edits', () => {
  it('keeps the change of another reviewer', async () => {
    const [a, b] = [await openPage(), await openPage(OTHER_REVIEWER)]
    a.move('e00', 'by a')
    await a.save()
    expect((await b.save()).body).toEqual({ ...DONE, kept: ['e00'] })
    expect(await descriptions('e00')).toEqual(['first', 'by a'])
  })

  it('keeps the change of another reviewer when it repeats an earlier save', async () => {
    const [a, b] = [await openPage(), await openPage(OTHER_REVIEWER)]
    a.edit('e00', () => ({ description: 'by a' }))
    await a.save()
    b.edit('e00', () => ({ description: 'by b' }))
    expect((await b.save()).status).toBe(200)
    expect((await a.save()).body).toEqual({ ...DONE, kept: ['e00'] })
    expect(await stored('e00')).toMatchObject({ description: 'by b' })
  })
})

describe('two reviewers of one entry', () => {
  it('get 409 with both values when both changed the timeline', async () => {
    const [a, b] = [await openPage(), await openPage(OTHER_REVIEWER)]
    a.move('e00', 'by a')
    b.move('e00', 'by b')
    b.move('e01', 'by b')
    await a.save()
    const before = await h.stored('radar')
    const rejected = await b.save()
    expect([rejected.status, rejected.body.error]).toEqual([
      409,
      'Another caller changed the same entry',
    ])
    expect(rejected.body.conflicts).toMatchObject([
      {
        id: 'e00',
        yours: { timeline: [{ description: 'first' }, { description: 'by b' }] },
        theirs: { timeline: [{ description: 'first' }, { description: 'by a' }] },
      },
    ])
    expect(await h.stored('radar')).toEqual(before)
  })

  it('get no conflict when they make the same change', async () => {
    const [a, b] = [await openPage(), await openPage(OTHER_REVIEWER)]
    a.move('e00', 'the same')
    b.move('e00', 'the same')
    await a.save()
    expect((await b.save()).body).toEqual(DONE)
    expect(await stored('e00')).toMatchObject({
      timeline: [{}, { description: 'the same', author: REVIEWER.email }],
    })
  })

  it('keep both changes of different fields', async () => {
    const [a, b] = [await openPage(), await openPage(OTHER_REVIEWER)]
    a.edit('e00', () => ({ description: 'by a' }))
    b.move('e00', 'by b')
    await a.save()
    expect((await b.save()).body).toEqual({ ...DONE, kept: ['e00'] })
    expect(await stored('e00')).toMatchObject({ description: 'by a' })
    expect(await descriptions('e00')).toEqual(['first', 'by b'])
  })

  it('get 409 for a field when other fields prove that the page is older', async () => {
    const [a, b] = [await openPage(), await openPage(OTHER_REVIEWER)]
    a.edit('e00', () => ({ description: 'by a' }))
    a.move('e02', 'by a')
    b.edit('e00', () => ({ description: 'by b' }))
    await a.save()
    expect((await b.save()).status).toBe(409)
    expect(await stored('e00')).toMatchObject({ description: 'by a' })
  })
})

describe('a page that was read after the changes of others', () => {
  const afterTwoChanges = async (as = OTHER_REVIEWER) => {
    const a = await openPage()
    a.edit('e00', () => ({ description: 'by a' }))
    await a.save()
    const kim = await openPage(KIM)
    kim.move('e01', 'by kim')
    await kim.save()
    return openPage(as)
  }

  it('saves its own changes of the same fields', async () => {
    const b = await afterTwoChanges()
    b.edit('e00', () => ({ description: 'by b' }))
    b.move('e01', 'by b')
    expect((await b.save()).body).toEqual(DONE)
    expect(await stored('e00')).toMatchObject({ description: 'by b' })
    expect(await descriptions('e01')).toEqual(['first', 'by kim', 'by b'])
  })

  it('reverts a change that its other fields prove it had read', async () => {
    const b = await afterTwoChanges()
    b.edit('e00', () => ({ description: 'Languages' }))
    expect((await b.save()).body).toEqual(DONE)
    expect(await stored('e00')).toMatchObject({ description: 'Languages' })
    expect(await descriptions('e01')).toEqual(['first', 'by kim'])
  })

  it('reverts changes of its own reviewer', async () => {
    const b = await afterTwoChanges()
    b.move('e03', 'mistake')
    await b.save()
    b.edit('e03', ({ timeline }) => ({ timeline: timeline.slice(0, 1) }))
    expect((await b.save()).body).toEqual(DONE)
    expect(await descriptions('e03')).toEqual(['first'])
    b.move('e03', 'mistake')
    await b.save()
    b.edit('e03', ({ timeline }) => ({ timeline: timeline.slice(0, 1) }))
    b.move('e03', 'corrected')
    expect((await b.save()).body).toEqual(DONE)
    expect(await descriptions('e03')).toEqual(['first', 'corrected'])
  })

  it('reverts a change when it sends the entry alone', async () => {
    await afterTwoChanges()
    const entry01 = entry('e01')
    const response = await h.post(REVIEW, { entries: [entry01] }, { as: OTHER_REVIEWER })
    expect(response.body).toEqual(DONE)
    expect(await descriptions('e01')).toEqual(['first'])
  })
})

describe('basedOn', () => {
  it('keeps later changes of others and returns a conflict for the same field', async () => {
    const [a, b, c] = [await openPage(), await openPage(OTHER_REVIEWER), await openPage(KIM)]
    a.move('e00', 'by a')
    await a.save()
    b.move('e01', 'by b')
    expect((await b.save({ basedOn: b.etag })).body).toEqual({ ...DONE, kept: ['e00'] })
    c.edit('e00', () => ({ url: '/c' }))
    expect((await c.save({ basedOn: `W/${c.etag}` })).body.kept).toEqual(['e00', 'e01'])
    expect(await descriptions('e00')).toEqual(['first', 'by a'])
    c.move('e01', 'by c')
    const rejected = await c.save({ basedOn: c.etag })
    expect([rejected.status, rejected.body.conflicts[0].id]).toEqual([409, 'e01'])
  })

  it('allows the revert of any change up to the base version', async () => {
    const a = await openPage()
    a.move('e00', 'by a')
    await a.save()
    const b = await openPage(OTHER_REVIEWER)
    b.edit('e00', () => ({ timeline: [item('first')] }))
    expect((await b.save({ basedOn: b.etag.slice(1, -1) })).body).toEqual(DONE)
    expect(await descriptions('e00')).toEqual(['first'])
  })

  it('accepts the ETags of concurrent saves', async () => {
    const responses = await Promise.all(
      IDS.map((id) =>
        h.post(REVIEW, { entries: [entry(id, { description: `by ${id}` })] }, { as: REVIEWER }),
      ),
    )
    for (const { headers } of responses) {
      const body = { basedOn: headers['etag'], entries: [entry('new', { url: '/' })] }
      expect((await h.post(REVIEW, { ...body, dryRun: true })).status).toBe(200)
    }
  })

  it.each([
    ['an unknown version', 'x'.repeat(27), 412],
    ['no ETag', 'latest', 400],
    ['a number', 5, 400],
  ])('is rejected when it is %s, and nothing is stored', async (_name, basedOn, status) => {
    const before = await h.stored('radar')
    const a = await openPage()
    a.move('e00', 'by a')
    expect((await a.save({ basedOn })).status).toBe(status)
    expect(await h.stored('radar')).toEqual(before)
  })

  it('must name the present version when a save replaces the radar', async () => {
    const page = await openPage()
    const complete = { ...structure(), entries: [...(await entries()), entry('new')] }
    const replace = () => h.post(REVIEW, { ...complete, basedOn: page.etag })
    expect((await replace()).status).toBe(200)
    expect((await replace()).status).toBe(412)
    expect(JSON.stringify(await h.stored('radar'))).not.toContain('basedOn')
  })

  it('is an unknown member in other edits', async () => {
    for (const [path, body] of [
      ['/admin/api/banners/update', { message: 'x', pages: ['radar'] }],
      ['/admin/api/array-data/update', { category: 'languages', items: ['Go'] }],
    ] as const) {
      const response = await h.post(path, { ...body, basedOn: 'x'.repeat(27) })
      expect([response.status, response.body.error]).toEqual([400, 'Unknown member: basedOn'])
    }
  })
})

describe('a save of an entry with a very large history', () => {
  /** Twenty versions of this entry exceed the maximum number of compared values. */
  const large = entry('large', { notes: Array(200_000).fill(0) })
  const described = (description: string) => {
    const { id, title, quadrant, timeline } = large
    return { id, title, quadrant, timeline, description }
  }
  const save = (more: object, id = 'large') =>
    h.post(REVIEW, { entries: [{ ...described('mine'), id }], ...more })

  it('is rejected without basedOn when its versions are too many to compare', async () => {
    await h.seed('radar', radar([...IDS.map((id) => entry(id)), large]))
    const edits = Array.from({ length: 20 }, (_, n) => {
      const edited = { entries: [described(`version ${n}`)] }
      return h.post('/admin/api/tech-radar/update', edited)
    })
    for (const { status } of await Promise.all(edits)) expect(status).toBe(200)
    const before = await h.stored('radar')
    const rejected = await save({})
    expect([rejected.status, rejected.body.error]).toEqual([
      409,
      'Too many changes to derive the base version; send its ETag in basedOn',
    ])
    expect(await h.stored('radar')).toEqual(before)
    expect((await save({}, 'e00')).status).toBe(200)
    const { headers } = await h.get('/admin/api/tech-radar')
    expect((await save({ basedOn: headers['etag'] })).status).toBe(200)
  })
})

describe('a save of all entries', () => {
  it('stores nothing in a dry run', async () => {
    const [a, b] = [await openPage(), await openPage(OTHER_REVIEWER)]
    a.move('e00', 'by a')
    b.edit('e01', () => ({ url: '/b' }))
    await a.save()
    const { body } = await b.save({ dryRun: true })
    expect(body.kept).toEqual(['e00'])
    expect(body.operations).toMatchObject([{ op: 'replace', path: '/entries/e01/url' }])
  })

  it('keeps changes that another program made', async () => {
    const a = await openPage()
    a.move('e00', 'by a')
    await a.save()
    const b = await openPage(OTHER_REVIEWER)
    const outside = (await entries()).map((one) =>
      one.id === 'e02' ? { ...one, description: 'Outside' } : one,
    )
    await h.seed('radar', radar(outside))
    b.move('e01', 'by b')
    expect((await b.save()).body.kept).toEqual(['e02'])
    expect(await stored('e02')).toMatchObject({ description: 'Outside' })
  })

  it('is merged by the readable part of a damaged history', async () => {
    for (const id of ['e00', 'e01']) {
      const a = await openPage()
      a.move(id, 'by a')
      await a.save()
    }
    const b = await openPage(OTHER_REVIEWER)
    const a = await openPage()
    a.move('e02', 'by a')
    await a.save()
    const ref = { bucket: 'main', key: 'history/radar/records/000000/000000002.json' } as const
    const got = await h.store.get(ref)
    await h.store.put(ref, Buffer.from('{'), {
      ifMatch: got.kind === 'found' ? got.etag : 'missing',
    })
    h = harness(h.store)
    b.move('e03', 'by b')
    expect((await b.save()).body).toEqual({ ...DONE, kept: ['e02'] })
    expect(await descriptions('e02')).toEqual(['first', 'by a'])
  })
})

it('moves an entry that an undo restored', async () => {
  const wrong = { ...structure(), entries: [entry('e00')] }
  expect((await h.post('/admin/api/tech-radar/update', wrong)).status).toBe(200)
  const { changes } = (await h.get('/admin/api/history')).body as { changes: { id: string }[] }
  expect((await h.post(`/admin/api/history/${changes[0]!.id}/undo`, {})).status).toBe(200)
  const page = await openPage()
  page.move('e05', 'after that')
  const saved = await page.save()
  expect([saved.status, saved.body]).toEqual([200, DONE])
  expect(await descriptions('e05')).toEqual(['first', 'after that'])
})
