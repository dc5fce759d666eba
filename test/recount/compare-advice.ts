import { expect } from '@jest/globals'
import { at, dayOf, instantOf, list, string } from './json.ts'
import { areAlike } from './names.ts'
import { enabledDirectorates, ownRing, rolesIn } from './radar.ts'
import type { Counted } from './technologies.ts'
import type { View } from './view.ts'

interface Advice {
  name: string
  found: boolean
  ring: string | null
  meaning: string
  since: string | null
  reason: string | null
  useInstead: { id: string; ring: { id: string } | null } | null
  lookAlikes: { name: string; ring: string | null }[]
  adopted: string[]
  projects: number | null
}

const MAX_NAMES = 50
const MAX_SHOWN = 5
const UNKNOWN = ['Elsewhere 7', 'constructor.prototype', 'toString']

/** Compares the advice on every technology, and on names that no document contains. */
export async function compareAdvice(view: View): Promise<void> {
  const { technologies } = await view.read<{ technologies: { name: string }[] }>(
    '/api/technologies',
  )
  // Commas separate the names of a request.
  const names = [...technologies.map(({ name }) => name), ...UNKNOWN].filter(
    (one) => !one.includes(','),
  )
  for (let i = 0; i < names.length; i += MAX_NAMES) {
    const asked = names.slice(i, i + MAX_NAMES)
    const query = new URLSearchParams({ names: asked.join() }).toString()
    const { advice } = await view.read<{ advice: Advice[] }>(`/api/advice?${query}`)
    expect(advice.map(({ name }) => name)).toEqual(asked)
    for (const one of advice) compareOne(one, view)
  }
}

function compareOne(advice: Advice, view: View): void {
  const { stored, counted, projects } = view
  const one = counted.of(advice.name)
  const entry = one?.entries[0]
  expect(advice).toMatchObject({
    found: one !== undefined,
    ring: entry?.ring ?? null,
    since: entry?.since ?? null,
    projects: projects.length > 0 ? (one?.projects.size ?? 0) : null,
  })
  const others = enabledDirectorates(stored).filter(
    (directorate) => entry && ownRing(stored, entry.id, directorate),
  )
  const opening = others.length > 0 ? 'Only other directorates have' : 'Nobody has assessed it'
  expect(advice.meaning.startsWith(opening)).toBe(entry?.ring === undefined)
  for (const { name, ring } of advice.lookAlikes) {
    // An unknown name also has those that share its words or most of its letters.
    expect([advice.name, name, !one || areAlike(advice.name, name)]).toEqual([
      advice.name,
      name,
      true,
    ])
    expect(ring).toBe(counted.of(name)?.entries[0]?.ring ?? null)
  }
  const raw = list(at(stored.radar, 'entries')).find((other) => at(other, 'id') === entry?.id)
  const moved = list(at(raw, 'timeline')).filter(
    (position) =>
      at(position, 'ringId') === entry?.ring &&
      dayOf(instantOf(at(position, 'date'))) === entry?.since,
  )
  const reasons = moved.map((position) => string(at(position, 'description')) || null)
  if (entry?.ring !== undefined) expect(reasons).toContain(advice.reason)
  compareInstead(advice, raw, counted.technologies)
  compareAdopted(advice, one, view)
}

function compareInstead({ useInstead }: Advice, raw: unknown, all: readonly Counted[]): void {
  const id = string(at(raw, 'useInstead'))
  const named = all.flatMap(({ entries }) => entries).find((entry) => entry.id === id)
  const isAdvised = named && id !== at(raw, 'id') && named.role !== 'hold'
  expect(useInstead?.id).toBe(isAdvised ? id : undefined)
}

/** Others in the best ring that projects name in the same section, and none that more projects name is missing. */
function compareAdopted({ adopted }: Advice, one: Counted | undefined, { stored, counted }: View) {
  const roles = rolesIn(stored)
  const ids = list(at(stored.radar, 'rings')).map((ring) => string(at(ring, 'id')))
  const isBest = (ring: string | undefined) =>
    [...roles.values()].includes('adopt')
      ? roles.get(ring ?? '') === 'adopt'
      : ring === ids.find((id) => roles.get(id) !== 'hold')
  const usesIn = (technology: Counted, section: string) =>
    counted
      .usersOf(technology)
      .projects.filter((number) => technology.projects.get(number)?.has(section)).length
  const sections = [
    ...new Set([...(one?.projects.values() ?? [])].flatMap((uses) => [...uses.keys()])),
  ]
  const most = Math.max(0, ...sections.map((section) => usesIn(one!, section)))
  const expected = sections
    .filter((section) => most > 0 && usesIn(one!, section) === most)
    .map((section) =>
      counted.technologies
        .filter((other) => other !== one && isBest(other.entries[0]?.ring))
        .map((other) => usesIn(other, section))
        .filter((uses) => uses > 0)
        .toSorted((a, b) => b - a)
        .slice(0, MAX_SHOWN)
        .join(),
    )
  const shown = adopted.map((name) => counted.of(name)!)
  expect(new Set(shown).size).toBe(adopted.length)
  expect(shown.every((other) => other !== one && isBest(other.entries[0]?.ring))).toBe(true)
  const found = sections.map((section) => shown.map((other) => usesIn(other, section)).join())
  if (one?.entries.length && expected.length > 0)
    expect(found.some((uses) => expected.includes(uses))).toBe(true)
  else expect(adopted).toEqual([])
}
