import { expect } from '@jest/globals'
import type { Counted } from './technologies.ts'
import { at, list } from './json.ts'
import { isEachKnown } from './compare-projects.ts'
import type { View } from './view.ts'

interface Row {
  name: string
  projects: number
  repositories: number | null
}
/** Whether the use of a technology by a project passes. */
type UseRule = (project: number, sections: Map<string, boolean>) => boolean
interface Filter {
  query: Record<string, string>
  passes?: (one: Counted) => boolean
  /** With it, at least one use must pass, and the row counts those. */
  use?: UseRule
  /** With it, the row counts these repositories; with `isContained`, one of them is a use. */
  repositories?: readonly number[]
  isContained?: boolean
  /** With it, the reader does not know the use by repositories. */
  isUnknown?: boolean
}

/** Each filter selects exactly the technologies for which the documents prove it. */
export async function compareFilters(view: View): Promise<void> {
  const { counted, projects, rows, stored } = view
  const { technologies, isInUse } = counted
  const rings = new Set(technologies.flatMap(({ entries }) => entries.map(({ ring }) => ring)))
  const linkedIn = (programme: string) =>
    projects.flatMap((one, i) => (one.programme === programme ? counted.linkedBy(i) : []))
  const numberOf = (name: string) => projects.findIndex((one) => one.name === name)
  const filters: Filter[] = [
    { query: { used: 'true' }, passes: isInUse },
    { query: { used: 'false' }, passes: (one) => !isInUse(one) },
    { query: { on_radar: 'true' }, passes: ({ entries }) => entries.length > 0 },
    { query: { on_radar: 'false' }, passes: ({ entries }) => entries.length === 0 },
    { query: { section: 'tools' }, use: (_, sections) => sections.has('tools') },
    ...[...rings].flatMap((ring): Filter[] => {
      if (ring === undefined) return []
      const isIn = ({ entries }: Counted) => entries.some((entry) => entry.ring === ring)
      return [{ query: { ring, used: 'true' }, passes: (one) => isIn(one) && isInUse(one) }]
    }),
    ...projects.slice(0, 2).flatMap(({ name, programme }): Filter[] => [
      {
        query: { project: name },
        use: (i) => i === numberOf(name),
        repositories: counted.linkedBy(numberOf(name)),
        isUnknown: !isEachKnown(view, list(at(stored.projects, 'projects'))[numberOf(name)]),
      },
      {
        query: { programme },
        use: (i) => projects[i]?.programme === programme,
        repositories: linkedIn(programme),
        isContained: true,
      },
    ]),
  ]
  for (const { query, passes = () => true, use, repositories, isContained, isUnknown } of filters) {
    const containing = (one: Counted) =>
      [...one.repositories.keys()].filter((i) => repositories?.includes(i) ?? true)
    const usesOf = (one: Counted) =>
      [...one.projects].filter(([i, sections]) => !use || use(i, sections))
    const isUsed = (one: Counted) =>
      !use || usesOf(one).length + (isContained ? containing(one).length : 0) > 0
    const expected = technologies.filter((one) => passes(one) && isUsed(one))
    const found = await rows<Row>(`/api/technologies?${new URLSearchParams(query).toString()}`)
    expect([query, found.length]).toEqual([query, expected.length])
    expect(new Set(found.map(({ name }) => counted.of(name)))).toEqual(new Set(expected))
    for (const { name, projects: uses, repositories: contained } of found) {
      const one = counted.of(name)!
      const isKnown = !isUnknown && counted.isLanguage(one)
      const numbers = [usesOf(one).length, isKnown ? containing(one).length : null]
      expect([query, name, uses, contained]).toEqual([query, name, ...numbers])
    }
  }
  for (const sign of [1, -1]) {
    const sorted = await rows<Row>(`/api/technologies?sort=${sign > 0 ? '' : '-'}repositories`)
    // A number that is not known is last in both orders.
    const numbers = sorted.map(({ repositories: value }) =>
      value === null ? Infinity : sign * value,
    )
    expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
  }
}
