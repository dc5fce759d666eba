import { technologyPath } from '@landscape/contracts/technology-path'
import { admitName, type Name } from '@landscape/contracts/admit'
import { understood } from '@landscape/contracts/json'
import {
  entryOf,
  partOf,
  type StoredEntry,
  type StoredPosition,
} from '@landscape/contracts/entries'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { isRecommended, rolesOf } from '@landscape/contracts/ring-roles'
import { eitherOf } from '@landscape/views/text'
import type { Directorate } from '@landscape/contracts/directorates'
import type { Named, Planned, Review, UseInstead } from './reply.ts'
import { type DatedMove, movesOf, plannedMoves } from './moves.ts'
import { replacementFinder } from './replacements.ts'
import { positionsIn, type RadarView } from './radar-view.ts'
import { directorateOf } from './viewer.ts'

/** An entry of the radar as a directorate sees it. */
export interface RadarEntry {
  readonly id: string
  readonly title: string
  /** Its title as the name of a technology; undefined when it is longer than a name. */
  readonly name: Name | undefined
  readonly description: string
  readonly quadrant: Named
  /** Its present ring; null without a position. */
  readonly ring: Named | null
  /** The date on which it came into its ring, `YYYY-MM-DD`; null when it is not known. */
  readonly since: string | null
  /** The entry to use instead; null without one, and when the directorate advises against it. */
  readonly useInstead: UseInstead | null
  /** The last date of its timeline, in milliseconds since the epoch. */
  readonly lastPosition: number | null
  /** The newest first. */
  readonly moves: readonly DatedMove[]
  /** Positions after the reference day, the next first. */
  readonly plans: readonly DatedMove[]
  /** Positions that confirmed a ring, the newest first. */
  readonly reviews: readonly DatedReview[]
  /** The present ring of each enabled directorate that has an own position. */
  readonly rings: readonly DirectorateRing[]
}

/** The ring that a directorate decided. */
export interface DirectorateRing extends Pick<RadarEntry, 'ring' | 'since'> {
  readonly directorate: Directorate
}

/** The entries of a radar, in stored order, as a directorate sees them. */
export const radarEntries = oncePerObject((view: RadarView): RadarEntry[] => {
  const { radar } = view
  const quadrants = byId(quadrantsOf(radar))
  const rings = byId(ringsOf(radar))
  const moves = Map.groupBy(movesOf(view), ({ id }) => id)
  const plans = Map.groupBy(plannedMoves(view), ({ id }) => id)
  const replacementOf = replacementFinder(view)
  const query = directorateOf(view)
  const replacementIn = (entry: StoredEntry) => ({
    id: entry.id,
    title: entry.title,
    ring: standingOf(positionsIn(view, entry), rings).ring,
    link: technologyPath(entry.title, query),
  })
  return understood(radar.entries.map(entryOf)).map((entry) => {
    const { id, title, description } = entry
    const positions = positionsIn(view, entry)
    const instead = replacementOf(entry)
    return {
      id,
      title,
      name: admitName(title),
      description,
      quadrant: namedBy(quadrants, entry.quadrant) ?? { id: '', name: '' },
      ...standingOf(positions, rings),
      useInstead: instead ? replacementIn(instead) : null,
      lastPosition: lastDate(positions),
      moves: moves.get(id) ?? [],
      plans: plans.get(id) ?? [],
      reviews: reviewsOf(positions),
      rings: ringsByDirectorate(entry, rings, view),
    }
  })
})

function standingOf(
  positions: readonly StoredPosition[],
  rings: ReadonlyMap<string, Named>,
): Pick<RadarEntry, 'ring' | 'since'> {
  return {
    ring: namedBy(rings, positions.at(-1)?.ringId) ?? null,
    since: sinceOf(positions),
  }
}

function ringsByDirectorate(
  entry: StoredEntry,
  rings: ReadonlyMap<string, Named>,
  view: RadarView,
): DirectorateRing[] {
  const { main, enabled, ownerOf } = view.directorates
  const owned = Map.groupBy(entry.timeline, ownerOf)
  const standard = owned.get(main) ?? []
  return enabled.flatMap((directorate) => {
    const decided = owned.get(directorate)
    if (!decided) return []
    const timeline = directorate === main ? decided : [...standard, ...decided]
    const positions = positionsIn({ ...view, directorate }, { timeline })
    const last = positions.at(-1)
    if (!last || ownerOf(last) !== directorate) return []
    return [{ directorate, ...standingOf(positions, rings) }]
  })
}

/** The next planned move of an entry; null without one. */
export function plannedFor(entry: RadarEntry | undefined): Planned | null {
  const [next] = entry?.plans ?? []
  return next ? { ring: next.to, from: next.date, reason: next.description || null } : null
}

/** The rings of a radar in stored order, then the positions that every radar has. */
export function ringsOf(radar: Pick<RadarDocument, 'rings'>): Named[] {
  return [...rolesOf(radar).rings]
}

/** Names of rings for a sentence: those that advise against their entries, and those that recommend theirs. */
export function ringTexts(radar: RadarDocument): { against: string; recommended: string } {
  const { rings, roleOf, isAdvisedAgainst } = rolesOf(radar)
  const against = rings.filter(({ id }) => isAdvisedAgainst(id))
  const recommended = rings.filter(({ id }) => isRecommended(roleOf(id)))
  return {
    against: eitherOf(against.map(({ name }) => name)),
    recommended: eitherOf(recommended.map(({ name }) => name)),
  }
}

/** The quadrants of a radar in stored order. */
export function quadrantsOf({ quadrants }: Pick<RadarDocument, 'quadrants'>): Named[] {
  return understood(quadrants.map(partOf)).map(({ id, name }) => ({ id, name }))
}

function byId(parts: readonly Named[]): Map<string, Named> {
  return new Map(parts.map((part) => [part.id.toLowerCase(), part]))
}

function namedBy(names: ReadonlyMap<string, Named>, id = ''): Named | undefined {
  if (id === '') return undefined
  return names.get(id.toLowerCase()) ?? { id, name: id }
}

/** The date of the first of the last positions that are in the same ring. */
function sinceOf(positions: readonly StoredPosition[]): string | null {
  const ring = positions.at(-1)?.ringId
  const first = positions.findLastIndex(({ ringId }) => ringId !== ring) + 1
  const instant = positions[first]?.at
  return instant === undefined ? null : new Date(instant).toISOString().slice(0, 10)
}

function lastDate(positions: readonly StoredPosition[]): number | null {
  const instants = positions.flatMap(({ at }) => at ?? [])
  return instants.length === 0 ? null : instants.reduce((a, b) => Math.max(a, b))
}

/** A review with its time. */
interface DatedReview extends Review {
  /** Milliseconds since the epoch. */
  instant: number
}

/** The positions that repeat the ring before them, newest first. Those with an unreadable date are omitted. */
export function reviewsOf(positions: readonly StoredPosition[]): DatedReview[] {
  const reviews: DatedReview[] = []
  let ring: string | undefined
  for (const { ringId, at: instant, description } of positions) {
    if (ringId === ring && instant !== undefined)
      reviews.push({
        ring,
        date: new Date(instant).toISOString().slice(0, 10),
        description,
        instant,
      })
    ring = ringId
  }
  return reviews.toReversed().sort((a, b) => b.instant - a.instant)
}
