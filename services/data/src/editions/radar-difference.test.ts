import { describe, expect, it } from '@jest/globals'
import { directoratesFrom } from '@landscape/contracts/directorates'
import * as fc from 'fast-check'
import { differenceOf } from './radar-difference.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

const DIRECTORATES = [
  { id: 0, name: 'Coast', default: true },
  { id: 1, name: 'Harbour' },
]
const position = fc.record(
  {
    ringId: fc.constantFrom('adopt', 'trial', 'hold'),
    date: fc.constantFrom('2026-01-01', 'soon'),
    directorate: fc.constantFrom(0, 1, 'Harbour', 7),
  },
  { requiredKeys: ['ringId'] },
)
const entry = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    title: fc.constantFrom('A', 'B'),
    url: fc.constantFrom('', '#', null),
    links: fc.constantFrom([], ['x']),
    timeline: fc.array(position, { maxLength: 4 }),
  },
  { requiredKeys: ['id', 'title'] },
)
const entries = fc.uniqueArray(entry, { selector: ({ id }) => id })
type Entry = Record<string, unknown> & { id: string; timeline?: Record<string, unknown>[] }

/** The last position of Harbour, or else that of the default directorate. */
function naiveRing({ timeline = [] }: Entry): unknown {
  const own = timeline.filter(({ directorate }) => directorate === 1 || directorate === 'Harbour')
  const others = timeline.filter(
    ({ directorate }) => directorate === 0 || directorate === undefined,
  )
  return (own.length > 0 ? own : others).at(-1)?.['ringId'] ?? null
}

/** One line for each change, found by comparing every pair of entries. */
function naiveChanges(before: Entry[], after: Entry[]): string[] {
  const lines: string[] = []
  for (const one of after) if (!before.some(({ id }) => id === one.id)) lines.push(`new ${one.id}`)
  for (const was of before) {
    const is = after.find(({ id }) => id === was.id)
    if (!is) lines.push(`gone ${was.id}`)
    else {
      const [from, to] = [naiveRing(was), naiveRing(is)]
      if (from !== to) lines.push(`moved ${is.id} ${String(from)} ${String(to)}`)
      for (const field of ['title', 'url', 'links']) {
        const [old, present] = [was[field], is[field]].map((value) =>
          JSON.stringify(value ?? '').replace('[]', '""'),
        )
        if (old !== present) lines.push(`edited ${is.id} ${field}`)
      }
    }
  }
  return lines
}

describe('differenceOf', () => {
  it('finds the changes that a naive comparison of all pairs finds', () => {
    const directorates = directoratesFrom(DIRECTORATES)
    const view = (list: Entry[]) =>
      radarViewFor(
        { title: 'Acme', quadrants: [], rings: [], entries: list },
        directorates,
        directorates.find(1),
      )
    const check = (before: Entry[], after: Entry[]) => {
      const found = differenceOf(view(before), view(after))
      const lines = [
        ...found.new.map(({ id }) => `new ${id}`),
        ...found.gone.map(({ id }) => `gone ${id}`),
        ...found.moved.map(({ id, from, to }) => `moved ${id} ${from} ${to}`),
        ...found.texts.flatMap(({ id, fields }) => fields.map((field) => `edited ${id} ${field}`)),
      ]
      expect(lines.toSorted()).toEqual(naiveChanges(before, after).toSorted())
    }
    fc.assert(
      fc.property(entries as fc.Arbitrary<Entry[]>, entries as fc.Arbitrary<Entry[]>, check),
    )
  })
})
