import { expect } from '@jest/globals'
import type { Counted } from './technologies.ts'
import type { View } from './view.ts'

/** Each filter selects exactly the technologies for which the documents prove it. */
export async function compareFilters({ counted, projects, rows }: View): Promise<void> {
  type Rule = (one: Counted) => boolean
  const { technologies, isInUse } = counted
  const isIn = (ring: string | undefined) => (one: Counted) =>
    one.entries.some((entry) => entry.ring === ring)
  const uses = (rule: (project: number, sections: Map<string, boolean>) => boolean) => {
    return (one: Counted) => [...one.projects].some(([i, sections]) => rule(i, sections))
  }
  const rings = new Set(technologies.flatMap(({ entries }) => entries.map(({ ring }) => ring)))
  const filters: [query: Record<string, string>, rule: Rule][] = [
    [{ used: 'true' }, isInUse],
    [{ used: 'false' }, (one) => !isInUse(one)],
    [{ on_radar: 'true' }, ({ entries }) => entries.length > 0],
    [{ on_radar: 'false' }, ({ entries }) => entries.length === 0],
    [{ section: 'tools' }, uses((_, sections) => sections.has('tools'))],
    ...[...rings].flatMap((ring): [Record<string, string>, Rule][] =>
      ring === undefined
        ? []
        : [[{ ring, used: 'true' }, (one) => isIn(ring)(one) && isInUse(one)]],
    ),
    ...projects.slice(0, 2).flatMap(({ name, programme }): [Record<string, string>, Rule][] => [
      [{ project: name }, uses((i) => projects[i]?.name === name)],
      [{ programme }, uses((i) => projects[i]?.programme === programme)],
    ]),
  ]
  for (const [query, rule] of filters) {
    const path = `/api/technologies?${new URLSearchParams(query).toString()}`
    const found = (await rows<{ name: string }>(path)).map(({ name }) => counted.of(name))
    expect([query, found.length]).toEqual([query, technologies.filter(rule).length])
    expect(new Set(found)).toEqual(new Set(technologies.filter(rule)))
  }
}
