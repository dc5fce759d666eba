import { expect } from '@jest/globals'
import { at, list, string, type Stored } from './json.ts'
import { areAlike } from './names.ts'
import { enabledDirectorates, ownRing } from './radar.ts'
import type { Counted } from './technologies.ts'
import { expectSame, type View } from './view.ts'

interface Row {
  name: string
  slug: string
}
interface Move {
  id: string
  from: string | null
  to: string
  date: string
}
const moveText = ({ from, to, date }: Move) => `${from ?? 'new'} > ${to} on ${date}`
interface Details {
  name: string
  slug: string
  spellings: { spelling: string }[]
  projects: { name: string; uses: { section: string; importance: string }[] }[]
  repositories: { name: string }[] | null
  radar: { moves: Move[] } | null
  rings: { directorate: { id: unknown }; ring: { id: string } | null; since: string | null }[]
  lookAlikes: { name: string; ring: string | null }[]
}

/** Compares the list, and everything that the page of each technology shows. */
export async function compareTechnologies(view: View): Promise<void> {
  const { stored, counted, projects, read } = view
  const { total, totals, technologies } = await read<{
    total: number
    totals: object
    technologies: Row[]
  }>('/api/technologies')
  expect(totals).toEqual({
    technologies: counted.technologies.length,
    projects: projects.length,
    repositories: list(at(stored.repositories, 'repositories')).length || null,
  })
  expect(total).toBe(counted.technologies.length)
  expect(new Set(technologies.map(({ name }) => counted.of(name))).size).toBe(total)
  for (const row of technologies) {
    const one = counted.of(row.name)!
    expect(row).toMatchObject({ name: row.name, ...rowOf(one, view) })
    const path = `/api/technologies/${encodeURIComponent(row.slug)}`
    const details = await read<Details>(path)
    compareDetails(details, one, view)
    compareLookAlikes(details, view, technologies)
    const byName = `/api/technologies/${encodeURIComponent(row.name)}`
    // A name of punctuation alone is in no path.
    if (!view.isSignedIn && /\w/.test(row.name))
      expect(await read(byName)).toMatchObject({ slug: row.slug })
  }
}

function rowOf(one: Counted, { counted }: View) {
  const [entry] = one.entries
  const main = [...one.projects.values()].filter((uses) => [...uses.values()].includes(true)).length
  return {
    ring: entry?.ring ?? null,
    movedOn: entry?.since ?? null,
    quadrant: entry?.quadrant ?? null,
    projects: one.projects.size,
    mainProjects: main,
    otherProjects: one.projects.size - main,
    repositories: counted.isLanguage(one) ? one.repositories.size : null,
    lists: [...one.lists],
  }
}

function compareDetails(details: Details, one: Counted, view: View): void {
  const { stored, counted, projects, isSignedIn } = view
  const repositories = list(at(stored.repositories, 'repositories'))
  const numbers = [...one.repositories.keys()]
  const shown = numbers.filter((i) => isSignedIn || at(repositories[i], 'visibility') === 'PUBLIC')
  const archived = numbers.filter((i) => at(repositories[i], 'is_archived') === true)
  const scanned = <T>(value: T) => (counted.isLanguage(one) ? value : null)
  const row = rowOf(one, view)
  expect(details).toMatchObject({
    totals: {
      projects: row.projects,
      retiredProjects: row.projects - counted.usersOf(one).projects.length,
      mainProjects: row.mainProjects,
      otherProjects: row.otherProjects,
      repositories: row.repositories,
      archivedRepositories: scanned(archived.length),
      bytes: scanned([...one.repositories.values()].reduce((a, b) => a + b, 0)),
    },
    hiddenRepositories: scanned(numbers.length - shown.length),
  })
  const scannedNames = scanned(shown.map((i) => string(at(repositories[i], 'name'))))
  expect(details.repositories === null).toBe(scannedNames === null)
  expectSame(details.repositories?.map(({ name }) => name) ?? [], scannedNames ?? [])
  expectSame(
    details.projects.flatMap(({ name, uses }) =>
      uses.map(({ section, importance }) => `${name} ${section} ${importance}`),
    ),
    [...one.projects].flatMap(([i, uses]) =>
      [...uses].map(([use, isMain]) => `${projects[i]?.name} ${use} ${isMain ? 'main' : 'other'}`),
    ),
  )
  for (const { spelling } of details.spellings) expect(counted.of(spelling)).toBe(one)
  expect(details.radar?.moves.map(moveText)).toEqual(one.entries[0]?.moves)
  compareRings(details, one, stored)
}

const MAX_LOOK_ALIKES = 5

/** Look-alikes look alike, and none on the radar is missing. */
function compareLookAlikes(
  { name, lookAlikes }: Details,
  { counted }: View,
  all: readonly Row[],
): void {
  const alike = all.map((row) => row.name).filter((other) => areAlike(name, other))
  const ringOf = (other: string) => counted.of(other)?.entries[0]?.ring ?? null
  const isOnRadar = (other: string) => counted.of(other)!.entries.length > 0
  const shown = lookAlikes.map((one) => one.name)
  expect(alike).toEqual(expect.arrayContaining(shown))
  expect(shown).toHaveLength(Math.min(alike.length, MAX_LOOK_ALIKES))
  expect(shown.filter(isOnRadar)).toHaveLength(
    Math.min(alike.filter(isOnRadar).length, MAX_LOOK_ALIKES),
  )
  for (const { name: other, ring } of lookAlikes)
    expect([other, ring]).toEqual([other, ringOf(other)])
}

/** The ring of each enabled directorate that decided one. */
function compareRings({ rings }: Details, { entries: [entry] }: Counted, stored: Stored): void {
  const expected = enabledDirectorates(stored).flatMap((directorate) => {
    const own = entry && ownRing(stored, entry.id, directorate)
    return own ? [[directorate.id, own.ring, own.since]] : []
  })
  expect(rings.map((one) => [one.directorate.id, one.ring?.id, one.since])).toEqual(expected)
}

/** The moves of all entries, and the entries in a ring. */
export async function compareRadar({ stored, counted, read }: View): Promise<void> {
  if (stored.radar === undefined) return
  const entries = counted.technologies.flatMap((one) => one.entries)
  const { changes } = await read<{ changes: Move[] }>('/api/tech-radar/changes')
  expectSame(
    changes.map((move) => `${move.id}: ${moveText(move)}`),
    entries.flatMap(({ id, moves }) => moves.map((move) => `${id}: ${move}`)),
  )
  const last = string(at(list(at(stored.radar, 'rings')).at(-1), 'id'))
  const held = await read<{ entries: { id: string }[] }>(`/api/tech-radar/json?ring=${last}`)
  expectSame(
    held.entries.map(({ id }) => id),
    entries.filter(({ ring }) => ring === last).map(({ id }) => id),
  )
}
