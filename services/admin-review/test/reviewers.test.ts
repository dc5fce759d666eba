import { beforeEach, describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { ADMIN, OTHER_REVIEWER, REVIEWER, type Harness } from './harness.ts'
import { entry } from './radar-data.ts'
import { DONE, IDS, KIM, openPage, REVIEW, radarHarness, storedEntries } from './review-page.ts'

let h: Harness
beforeEach(async () => {
  h = await radarHarness()
})
const { stored, descriptions } = storedEntries(() => h)

describe.each([
  ['two reviewers', OTHER_REVIEWER],
  ['a reviewer in two browsers', REVIEWER],
])('saves of all entries by %s', (_name, second) => {
  it('keep the concurrent change of the other and report it in kept', async () => {
    const [a, b] = [await openPage(h), await openPage(h, second)]
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

  it('moves of one entry report a conflict, or the entry whose position they replace', async () => {
    const [a, b] = [await openPage(h), await openPage(h, second)]
    a.move('e00', 'by a')
    b.move('e00', 'by b')
    expect((await a.save()).body).toEqual(DONE)
    const { status, body } = await b.save()
    if (second === REVIEWER) {
      expect([status, body]).toEqual([200, { ...DONE, replaced: ['e00'] }])
      expect(await descriptions('e00')).toEqual(['first', 'by b'])
    } else {
      expect([status, body.conflicts]).toEqual([409, [expect.objectContaining({ id: 'e00' })]])
      expect(await descriptions('e00')).toEqual(['first', 'by a'])
    }
  })

  it('can be repeated without another read', async () => {
    const [a, b] = [await openPage(h), await openPage(h, second)]
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
        h = await radarHarness()
        await (await openPage(h, ADMIN)).save()
        const pages = [await openPage(h), await openPage(h, second)] as const
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
    const a = await openPage(h, second)
    a.move('e00', 'by a')
    await a.save()
    const before = JSON.stringify(await h.stored('radar'))
    expect((await a.save()).body).toEqual(DONE)
    expect(JSON.stringify(await h.stored('radar'))).toBe(before)
  })
})

describe('a save of an outdated page without edits', () => {
  it('keeps the change of another reviewer', async () => {
    const [a, b] = [await openPage(h), await openPage(h, OTHER_REVIEWER)]
    a.move('e00', 'by a')
    await a.save()
    expect((await b.save()).body).toEqual({ ...DONE, kept: ['e00'] })
    expect(await descriptions('e00')).toEqual(['first', 'by a'])
  })

  it('keeps the change of another reviewer when it repeats an earlier save', async () => {
    const [a, b] = [await openPage(h), await openPage(h, OTHER_REVIEWER)]
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
    const [a, b] = [await openPage(h), await openPage(h, OTHER_REVIEWER)]
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
    const [a, b] = [await openPage(h), await openPage(h, OTHER_REVIEWER)]
    a.move('e00', 'the same')
    b.move('e00', 'the same')
    await a.save()
    expect((await b.save()).body).toEqual(DONE)
    expect(await stored('e00')).toMatchObject({
      timeline: [{}, { description: 'the same', author: REVIEWER.email }],
    })
  })

  it('keep both changes of different fields', async () => {
    const [a, b] = [await openPage(h), await openPage(h, OTHER_REVIEWER)]
    a.edit('e00', () => ({ description: 'by a' }))
    b.move('e00', 'by b')
    await a.save()
    expect((await b.save()).body).toEqual({ ...DONE, kept: ['e00'] })
    expect(await stored('e00')).toMatchObject({ description: 'by a' })
    expect(await descriptions('e00')).toEqual(['first', 'by b'])
  })

  it('get 409 for a field when other fields prove that the page is older', async () => {
    const [a, b] = [await openPage(h), await openPage(h, OTHER_REVIEWER)]
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
    const a = await openPage(h)
    a.edit('e00', () => ({ description: 'by a' }))
    await a.save()
    const kim = await openPage(h, KIM)
    kim.move('e01', 'by kim')
    await kim.save()
    return openPage(h, as)
  }

  it('saves its own changes of the same fields', async () => {
    const b = await afterTwoChanges()
    b.edit('e00', () => ({ description: 'by b' }))
    b.move('e01', 'by b')
    expect((await b.save()).body).toEqual(DONE)
    expect(await stored('e00')).toMatchObject({ description: 'by b' })
    expect(await descriptions('e01')).toEqual(['first', 'by kim', 'by b'])
  })

  it('keeps a change that it reverts, also when it sends the entry alone', async () => {
    const b = await afterTwoChanges()
    b.edit('e00', () => ({ description: 'Languages' }))
    expect((await b.save()).body).toEqual({ ...DONE, kept: ['e00'] })
    expect(await stored('e00')).toMatchObject({ description: 'by a' })
    const alone = await h.post(REVIEW, { entries: [entry('e01')] }, { as: OTHER_REVIEWER })
    expect(alone.body).toEqual({ ...DONE, kept: ['e01'] })
    expect(await descriptions('e01')).toEqual(['first', 'by kim'])
  })

  it('reverts a change with basedOn', async () => {
    const b = await afterTwoChanges()
    b.edit('e00', () => ({ description: 'Languages' }))
    expect((await b.save({ basedOn: b.etag })).body).toEqual(DONE)
    expect(await stored('e00')).toMatchObject({ description: 'Languages' })
    expect(await descriptions('e01')).toEqual(['first', 'by kim'])
  })

  it('replaces a position of its own reviewer', async () => {
    const b = await afterTwoChanges()
    b.move('e03', 'mistake')
    await b.save()
    b.edit('e03', ({ timeline }) => ({ timeline: timeline.slice(0, 1) }))
    b.move('e03', 'corrected')
    expect((await b.save()).body).toEqual({ ...DONE, replaced: ['e03'] })
    expect(await descriptions('e03')).toEqual(['first', 'corrected'])
  })
})
