import { describe, expect, it } from '@jest/globals'
import { projectNameOf, projectOfRecord, type StoredProject } from '@landscape/contracts/projects'
import { formatRowCursor, readRowCursor } from '@landscape/http/responses/row-page'
import { arrangeProjects, SORTS, type Arrangement } from './arrange-projects.ts'
import type { Project } from './project.ts'

const project = (name: unknown, more: object = {}) =>
  projectOfRecord({ user: [], details: [{ name }], ...more })
const ORDERS = SORTS.flatMap((key) => [key, `-${key}`])
const named = (...names: unknown[]) => names.map((name) => project(name))
const namesOf = (projects: readonly Project[]) => projects.map(projectNameOf)

/** The names on each page; the list may change between pages. */
function pagesOf(
  list: readonly StoredProject[],
  arrangement: Arrangement,
  changed: (list: readonly StoredProject[], page: number) => readonly StoredProject[] = (same) =>
    same,
): (string | undefined)[][] {
  const pages: (string | undefined)[][] = []
  let cursor: Arrangement['cursor']
  let present = list
  do {
    const { body, next } = arrangeProjects(present, { ...arrangement, cursor })
    pages.push(namesOf(body))
    cursor = next && readRowCursor(formatRowCursor(next))
    present = changed(present, pages.length)
  } while (cursor)
  return pages
}

describe('arrangeProjects', () => {
  it('returns all projects in stored order by default', () => {
    const list = named('b', 'a', 'c')
    expect(arrangeProjects(list, {})).toEqual({ body: list.map(({ raw }) => raw) })
  })

  it.each([
    ['name', ['alpha', 'Beta', 'gamma']],
    ['-name', ['gamma', 'Beta', 'alpha']],
    ['stage', ['alpha', 'gamma', 'Beta']],
    ['-stage', ['Beta', 'gamma', 'alpha']],
    ['programme', ['alpha', 'Beta', 'gamma']],
    ['-programme', ['gamma', 'alpha', 'Beta']],
  ] as const)('sorts by %s, ignoring case, and equal values by name', (sort, names) => {
    const list = [
      project('gamma', { stage: 'B', details: [{ name: 'gamma', programme_name: 'x' }] }),
      project('Beta', { stage: 'c' }),
      project('alpha', { stage: 'a', details: [{ name: 'alpha', programme_name: 7 }] }),
    ]
    expect(namesOf(arrangeProjects(list, { sort }).body)).toEqual(names)
  })

  it('sorts pages by name; the last has no next cursor', () => {
    const list = named('d', 'b', 'e', 'a', 'c')
    expect(pagesOf(list, { limit: 2 })).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(pagesOf(list, { limit: 5 })).toEqual([['a', 'b', 'c', 'd', 'e']])
    expect(pagesOf([], { limit: 5 })).toEqual([[]])
  })

  it.each(ORDERS)('returns each of many equal projects once, sorted by %s', (sort) => {
    const list = named('b', 'a', 'a', 'a', undefined, undefined, 'b', 'A ', 'c')
    for (const limit of [1, 2, 3, 4]) {
      const pages = pagesOf(list, { limit, sort })
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
      expect(pages.flat()).toEqual(namesOf(arrangeProjects(list, { sort }).body))
    }
  })

  it('returns the same pages of a frozen list, whose orders are cached', () => {
    const list = named('b', 'a', 'a', undefined, 'A ', 'c')
    const frozen = Object.freeze([...list])
    for (const sort of [...ORDERS, ...ORDERS]) {
      expect(pagesOf(frozen, { limit: 2, sort })).toEqual(pagesOf(list, { limit: 2, sort }))
    }
  })

  it('omits and repeats no project when others change between pages', () => {
    const list = named('b', 'd', 'f', 'h')
    const without = (without: string) => (present: readonly StoredProject[]) =>
      present.filter(({ name }) => name !== without)
    const after = (change: (present: readonly StoredProject[]) => readonly StoredProject[]) =>
      pagesOf(list, { limit: 2 }, (present, page) => (page === 1 ? change(present) : present))
    expect(after(without('b'))).toEqual([
      ['b', 'd'],
      ['f', 'h'],
    ])
    expect(after(without('d'))).toEqual([
      ['b', 'd'],
      ['f', 'h'],
    ])
    expect(after((present) => [...named('a'), ...present])).toEqual([
      ['b', 'd'],
      ['f', 'h'],
    ])
    expect(after((present) => [...present, ...named('e')])).toEqual([['b', 'd'], ['e', 'f'], ['h']])
    expect(after(() => [])).toEqual([['b', 'd'], []])
  })

  it('returns all remaining projects after a cursor without a limit', () => {
    const { next } = arrangeProjects(named('a', 'b', 'c'), { limit: 1 })
    const rest = arrangeProjects(named('a', 'b', 'c'), { cursor: next })
    expect(namesOf(rest.body)).toEqual(['b', 'c'])
    expect(rest.next).toBeUndefined()
  })

  it('returns the selected sections in stored order', () => {
    const list = [project('a', { stage: 'x', more: 1 }), project('b')]
    expect(arrangeProjects(list, { fields: ['stage', 'user'] }).body).toEqual([
      { user: [], stage: 'x' },
      { user: [] },
    ])
  })

  it.each(['\ud800', '\u0001', 'İ'])('limits the length of a cursor for the name %j', (letter) => {
    const list = [project(letter.repeat(9_000)), project(letter.repeat(9_000))]
    const { next } = arrangeProjects(list, { limit: 1 })
    expect(formatRowCursor(next!).length).toBeLessThan(2_000)
    expect(readRowCursor(formatRowCursor(next!))).toEqual(next)
    expect(arrangeProjects(list, { cursor: next }).body).toHaveLength(1)
  })
})
