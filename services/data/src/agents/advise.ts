import { admitName } from '@landscape/contracts/admit'
import { MAX_ADOPTED, RING_MEANINGS, type Advice, type AdviceReply } from './reply.ts'
import { stringOf, understood } from '@landscape/contracts/json'
import { partOf } from '@landscape/contracts/entries'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { rolesOf } from '@landscape/contracts/ring-roles'
import type { LookAlikeIndex, Resemblance } from '../names/look-alike-index.ts'
import type { Landscape, Technology } from '../join/landscape.ts'
import { plannedFor, type RadarEntry } from '../timeline/radar-entries.ts'
import type { Named, Planned } from '../timeline/reply.ts'
import type { Section } from '../join/section-names.ts'
import { lookAlikeRows } from '../names/look-alike-row.ts'
import { isSameString } from '../join/use.ts'

/** Maximum size of a reply (bytes). */
const MAX_BYTES = 100 * 1024
/** Maximum lengths of a meaning and a reason (characters): the first that keeps it within its size. */
const MAX_LENGTHS = [500, 100]

/**
 * Advice on names, in their order.
 *
 * @throws DomainError `invalid-input` when it is larger than 100 KB
 */
export function advise(
  names: readonly string[],
  landscape: Landscape,
  lookAlikes: LookAlikeIndex,
): AdviceReply {
  for (const length of MAX_LENGTHS) {
    const reply = { advice: names.map((name) => adviceOn(name, landscape, lookAlikes, length)) }
    if (Buffer.byteLength(JSON.stringify(reply)) <= MAX_BYTES) return reply
  }
  throw new DomainError('invalid-input', 'The advice exceeds 100 KB: request fewer names', {
    faults: [{ path: ['names'], detail: 'must be fewer' }],
  })
}

function adviceOn(
  name: string,
  landscape: Landscape,
  lookAlikes: LookAlikeIndex,
  length: number,
): Advice {
  const technology = landscape.find(name)
  const entry = technology?.entries[0]
  const { ring = null, since = null, useInstead = null } = entry ?? {}
  const alike = lookAlikes(technology?.name ?? admitName(name))
  const reason = entry && reasonOf(entry)
  return {
    name,
    found: technology !== undefined,
    technology: technology?.name ?? null,
    ring: ring?.id ?? null,
    meaning: cut(ring ? meaningOf(ring, landscape) : unassessed(technology, alike), length),
    since,
    reason: reason ? cut(reason, length) : null,
    planned: entry ? cutReason(plannedFor(entry), length) : null,
    useInstead,
    lookAlikes: lookAlikeRows(alike),
    adopted: technology && entry ? adoptedNextTo(technology, landscape) : [],
    projects: landscape.projects.length > 0 ? (technology?.projects.length ?? 0) : null,
    link: technology?.link ?? null,
  }
}

function cutReason(planned: Planned | null, length: number): Planned | null {
  return planned && { ...planned, reason: planned.reason && cut(planned.reason, length) }
}

/** The stored description of a ring, else the common meaning of its id. */
function meaningOf({ id, name }: Named, { source }: Pick<Landscape, 'source'>): string {
  const stored = understood(source.radar.rings.map(partOf)).findLast((ring) =>
    isSameString(ring.id, id),
  )
  const described = stringOf(stored?.raw['description']).trim()
  const role = rolesOf(source.radar).roleOf(id) ?? id.toLowerCase()
  const known = new Map(Object.entries(RING_MEANINGS)).get(role)
  return described || (known ?? `The radar does not explain its ring ${name}.`)
}

function unassessed(technology: Technology | undefined, alike: readonly Resemblance[]): string {
  const entry = technology?.entries[0]
  const others = entry?.rings.filter(({ ring }) => ring).map(({ directorate }) => directorate.name)
  if (others && others.length > 0)
    return `Only other directorates have assessed it: ${others.join(', ')}.`
  if (entry) return 'Nobody has assessed it: its entry on the radar has no ring.'
  if (alike.some(({ technology: other }) => other.entries.length > 0))
    return 'Nobody has assessed it under this name, but `lookAlikes` has names on the radar.'
  return technology
    ? 'Nobody has assessed it: it is not on the radar.'
    : 'Nobody has assessed it under this name: no source of the landscape contains it.'
}

/** The description of the move by which an entry came into its ring. */
function reasonOf({ ring, since, moves }: RadarEntry): string | undefined {
  return moves.find(({ to, date }) => date === since && isSameString(to, ring?.id ?? ''))
    ?.description
}

/** The adopted technologies that projects name in the section in which most projects name this one. */
function adoptedNextTo(technology: Technology, landscape: Landscape): string[] {
  const [section] = [...sectionsOf(technology)].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const adopted = section === undefined ? [] : (adoptedIn(landscape).get(section) ?? [])
  return adopted
    .filter((other) => other !== technology)
    .slice(0, MAX_ADOPTED)
    .map(({ name }) => name)
}

/** Number of projects, without retired ones, that name a technology in each section. */
function sectionsOf({ projects }: Technology): Map<Section, number> {
  const counts = new Map<Section, number>()
  for (const { project, sections } of projects)
    for (const { section } of project.isRetired ? [] : sections)
      counts.set(section, (counts.get(section) ?? 0) + 1)
  return counts
}

/** The technologies in the best ring by section, the most used there first. */
const adoptedIn = oncePerObject(({ technologies, source }: Landscape) => {
  const { rings, roleOf, isAdvisedAgainst } = rolesOf(source.radar)
  const candidates = rings.filter(
    ({ id }) => id.toLowerCase() !== 'review' && !isAdvisedAgainst(id),
  )
  const first = candidates.some(({ id }) => roleOf(id) === 'adopt') ? undefined : candidates[0]
  const isBest = (id: string) => (first ? isSameString(id, first.id) : roleOf(id) === 'adopt')
  const uses = technologies
    .filter(({ entries: [entry] }) => entry?.ring && isBest(entry.ring.id))
    .flatMap((technology) =>
      [...sectionsOf(technology)].map(([section, count]) => ({ technology, section, count })),
    )
    .toSorted((a, b) => b.count - a.count)
  const bySection = Map.groupBy(uses, ({ section }) => section)
  return new Map(
    [...bySection].map(([section, found]) => [section, found.map(({ technology }) => technology)]),
  )
})

/** A string of at most a number of characters; a longer one ends with `…`. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…`
}
