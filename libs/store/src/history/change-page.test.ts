import { describe, expect, it } from '@jest/globals'
import {
  changePage,
  matchesQuery,
  readCursor,
  sourceOf,
  type ChangeSource,
  type PositionedChange,
} from './change-page.ts'
import { HistoryDamaged } from './damaged.ts'
import type { Past } from './past.ts'

/** A history of one change per record at these instants, oldest first. */
function historyOf(document: string, ...instants: number[]): PositionedChange[] {
  return instants.map((instant, i) => ({
    at: new Date(instant).toISOString(),
    position: { number: i + 1, index: 0 },
    shown: {
      id: `${document}-${i + 1}-1`,
      at: new Date(instant).toISOString(),
      document,
      actor: null,
      action: 'edit',
      requestId: null,
      subjects: [],
      summary: '',
      operations: [],
      undoes: null,
      undoneBy: null,
    },
  }))
}

/** Walks changes from the newest, and counts those that are read. */
function walkOf(changes: readonly PositionedChange[], read = { at: 0 }): ChangeSource {
  return async function* (below) {
    for (const change of changes.toReversed()) {
      const { number, index } = change.position
      if (below && (number > below.number || (number === below.number && index >= below.index)))
        continue
      read.at++
      yield change
    }
  }
}

const a = historyOf('a', 10, 30, 50)
const b = historyOf('b', 20, 40, 40, 60)
const ORDER = ['b-4-1', 'a-3-1', 'b-3-1', 'b-2-1', 'a-2-1', 'b-1-1', 'a-1-1']

describe('changePage', () => {
  it('returns the changes of all histories, newest first', async () => {
    const page = await changePage({ a: walkOf(a), b: walkOf(b) }, { limit: 50 })
    expect(page.changes.map(({ id }) => id)).toEqual(ORDER)
    expect(page.next).toBeNull()
  })

  it.each([1, 2, 3, 6])('returns every change once in pages of %d', async (limit) => {
    const found: string[] = []
    let next: string | null | undefined
    while (next !== null) {
      const cursor = next === undefined ? undefined : readCursor(next)
      const page = await changePage(
        { a: walkOf(a), b: walkOf(b) },
        { limit, ...(cursor && { cursor }) },
      )
      expect(page.changes.length).toBeLessThanOrEqual(limit)
      found.push(...page.changes.map(({ id }) => id))
      next = page.next
    }
    expect(found).toEqual(ORDER)
  })

  it('omits changes from later pages that were stored after the first', async () => {
    const none = historyOf('c')
    const first = await changePage({ a: walkOf(a), c: walkOf(none) }, { limit: 1 })
    const later = {
      a: walkOf([...a, ...historyOf('a', 1, 2, 3, 70).slice(3)]),
      c: historyOf('c', 80),
    }
    const cursor = readCursor(first.next!)!
    const second = await changePage({ a: later.a, c: walkOf(later.c) }, { limit: 50, cursor })
    expect(second.changes.map(({ id }) => id)).toEqual(['a-2-1', 'a-1-1'])
  })

  it('ends a page at its maximum size, but after one change at least', async () => {
    const one = JSON.stringify(a[0]!.shown).length
    const sized = (size: number) => changePage({ a: walkOf(a) }, { limit: 50, size })
    expect((await sized(2 * one)).changes).toHaveLength(2)
    expect((await sized(2 * one - 1)).changes).toHaveLength(1)
    expect((await sized(1)).changes).toHaveLength(1)
    expect((await sized(1)).next).not.toBeNull()
  })

  it.each([1, 2, 50])(
    'ends a page at a position without a change and continues there: %d',
    async (limit) => {
      const pausing: ChangeSource = async function* (below) {
        for await (const placed of walkOf(a)(below)) {
          const { at, position } = placed
          yield position.number === 2 && below?.number !== 2 ? { at, position } : placed
        }
      }
      const pages: string[][] = []
      let next: string | null | undefined
      while (next !== null) {
        const cursor = next === undefined ? undefined : readCursor(next)
        const page = await changePage(
          { a: pausing, b: walkOf(b) },
          { limit, ...(cursor && { cursor }) },
        )
        pages.push(page.changes.map(({ id }) => id))
        next = page.next
      }
      expect(pages.flat()).toEqual(ORDER)
      if (limit === 50) expect(pages).toEqual([ORDER.slice(0, 4), ORDER.slice(4)])
    },
  )

  it('returns the readable changes of a damaged history, its gap and the other histories', async () => {
    const broken: ChangeSource = async function* (below) {
      for await (const placed of walkOf(a)(below)) {
        if (placed.position.number === 1) throw new HistoryDamaged('The record 1 is missing')
        yield placed
      }
    }
    const gaps = [{ document: 'a', detail: 'The record 1 is missing' }]
    const all = await changePage({ a: broken, b: walkOf(b) }, { limit: 50 })
    expect(all.changes.map(({ id }) => id)).toEqual(ORDER.slice(0, -1))
    expect(all).toMatchObject({ gaps, next: null })
    const first = await changePage({ a: broken, b: walkOf(b) }, { limit: 5 })
    expect(first.gaps).toEqual(gaps)
    const rest = { limit: 50, cursor: readCursor(first.next!)! }
    expect((await changePage({ a: broken, b: walkOf(b) }, rest)).changes).toHaveLength(1)
  })

  it('throws errors other than damage', async () => {
    // eslint-disable-next-line require-yield
    const failing: ChangeSource = async function* () {
      throw new Error('the store is unavailable')
    }
    await expect(changePage({ failing }, { limit: 1 })).rejects.toThrow('the store is unavailable')
  })

  it('reads at most one change of each history beyond the page', async () => {
    const read = { at: 0 }
    await changePage({ a: walkOf(a, read), b: walkOf(b, read) }, { limit: 2 })
    expect(read.at).toBe(4)
  })
})

describe('matchesQuery', () => {
  const change = {
    at: new Date(0).toISOString(),
    actor: null,
    subjects: ['tech-1'],
    names: ['Kotlin'],
    summary: 'Kotlin: description',
  }

  it.each([
    ['tech', true],
    ['KOT', true],
    ['description', false],
  ])('compares the subject %s with the names of a change', (subject, outcome) => {
    expect(matchesQuery(change, { subject })).toBe(outcome)
  })

  it.each([
    ['kim', true],
    ['KIM@Acme', true],
    ['lee', false],
  ])('finds the actor by the part %s of the e-mail', (actor, outcome) => {
    expect(matchesQuery({ ...change, actor: { email: 'Kim@acme.example' } }, { actor })).toBe(
      outcome,
    )
  })

  it('finds no change of an unknown actor by an e-mail', () => {
    expect(matchesQuery(change, { actor: 'kim' })).toBe(false)
  })
})

describe('sourceOf', () => {
  /** The numbers of the changes that each page reads when none matches. */
  async function pagesOf(changes: number, names: number): Promise<number[][]> {
    const subjects = Array.from({ length: names }, (_, i) => `subject ${i}`)
    let read: number[] = []
    const past = {
      async *changes(_period: object, below = { number: changes + 1, index: 0 }) {
        for (let number = below.number - 1 + below.index; number > 0; number--) {
          read.push(number)
          const at = new Date(number).toISOString()
          const change = { id: `a-${number}-1`, at, subjects, names: [], summary: '', actor: null }
          yield { document: 'a', change, undoneBy: null, position: { number, index: 0 } }
        }
      },
    } as unknown as Past
    const pages: number[][] = []
    for (let next: string | null = ''; next !== null;) {
      read = []
      const cursor = next === '' ? undefined : readCursor(next)
      const sources = { a: sourceOf(past, { subject: 'nothing' }) }
      const page = await changePage(sources, { limit: 50, ...(cursor && { cursor }) })
      expect(page.changes).toEqual([])
      pages.push(read)
      next = page.next
    }
    return pages
  }

  it('ends a page after the maximum number of names', async () => {
    const pages = await pagesOf(80, 1_000)
    expect(pages.map(([first]) => first)).toEqual([80, 50, 20])
    expect(pages.map(({ length }) => length)).toEqual([31, 31, 20])
  })

  it('returns pages of changes with more than the maximum number of names', async () => {
    expect(await pagesOf(3, 30_001)).toEqual([[3, 2], [2, 1], [1]])
  })
})

describe('readCursor', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  it.each([
    ['malformed base64', '!?'],
    ['malformed JSON', Buffer.from('{').toString('base64url')],
    ['an array', encoded([1, 2])],
    ['a number as position', encoded({ a: 3 })],
    ['a position without an index', encoded({ a: [3] })],
    ['a position of fractions', encoded({ a: [1.5, 2] })],
    ['a position below the first', encoded({ a: [0, 1] })],
  ])('rejects %s', (_, text) => {
    expect(readCursor(text)).toBeUndefined()
  })

  it('does not set the prototype', () => {
    expect(readCursor(Buffer.from('{"__proto__":[1,1]}').toString('base64url'))?.['a']).toBe(
      undefined,
    )
  })
})
