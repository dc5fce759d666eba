import {
  asRecord,
  DomainError,
  elementsOf,
  type Fault,
  faultsOf,
  faultsOfChanges,
  safeValidate,
  RADAR_STRUCTURE,
  type RadarDocument,
  findUnsafeJson,
  withoutMalformedParts,
} from '@landscape/contracts'
import type { z } from 'zod'
import { EMPTY, ENTRIES, identified, isIdentified, type Submission } from './submission.ts'

/** Positions outside the rings that every radar has. */
const ALWAYS_LEGAL = ['review', 'ignore']
/** So many ids of quadrants and rings are told. */
const NAMED = 20

const TEXTS = {
  title: 'Invalid or missing title',
  quadrants: 'Invalid quadrants structure',
  rings: 'Invalid rings structure',
} as const
const PARTS = ['title', 'quadrants', 'rings'] as const
const INVALID_ENTRY = 'Invalid entry structure'

/** A submission beside what it would be merged into. */
interface Judged extends Submission {
  radar: RadarDocument | undefined
  /** For each entry the index of the stored one that it stands for; -1 when it is new. */
  pairs: readonly number[]
  /** Whether what is sent at a place is of no effect, since others changed it meanwhile. */
  isIgnored: (path: readonly PropertyKey[]) => boolean
}

/**
 * Judges what is new or changed in a submission; what it sends back as it is stored passes.
 *
 * @throws DomainError `invalid-input` naming the first place, with all places in `faults`
 */
export function assertAcceptable(judged: Judged): void {
  const { structure, entries, radar, confirmRemoval } = judged
  const shown = confirmRemoval || !radar ? radar : withoutMalformedParts(radar)
  if (entries.length === 0 && shown?.entries.length !== 0) {
    throw refusal(EMPTY, [{ path: ['entries'], detail: 'must not be empty' }])
  }
  if (structure) {
    const parts = PARTS.map((part) => {
      const known = [radar?.[part], shown?.[part]]
      return { part, faults: within(part, faultsOfPart(part, structure[part], known)) }
    })
    const first = parts.find(({ faults }) => faults.length > 0)
    if (first)
      throw refusal(
        TEXTS[first.part],
        parts.flatMap(({ faults }) => faults),
      )
  }
  const faults = faultsOfEntries(judged)
  const [first] = faults
  if (!first) return
  throw refusal(`${INVALID_ENTRY}: ${textOf(first, entries)}`, within('entries', faults))
}

function faultsOfPart(
  part: (typeof PARTS)[number],
  sent: unknown,
  known: readonly unknown[],
): Fault[] {
  const usual: z.ZodType = RADAR_STRUCTURE[part]
  const { error } = safeValidate(usual, sent)
  const faults = [
    ...(error ? faultsOf(error, sent) : []),
    ...repeatedIds(sent),
    ...findUnsafeJson(sent),
  ]
  return known.reduce<Fault[]>((left, stored) => faultsOfChanges(left, sent, stored), faults)
}

/** Quadrants or rings with the id of one before them, also beside one that is odd as it is stored. */
function repeatedIds(sent: unknown): Fault[] {
  const seen = new Set<string>()
  return elementsOf(sent).flatMap((part, i) => {
    if (!isIdentified(part)) return []
    if (seen.has(part.id)) return [{ path: [i, 'id'], detail: 'is the id of another one' }]
    seen.add(part.id)
    return []
  })
}

function faultsOfEntries(judged: Judged): Fault[] {
  const { entries, radar, pairs, isIgnored } = judged
  const { error } = safeValidate(ENTRIES, entries)
  const found = [...(error ? faultsOf(error, entries) : []), ...findUnsafeJson(entries)]
  return [
    ...faultsOfChanges(found, entries, radar?.entries).map(withMend),
    ...sharedIds(entries, pairs),
    ...faultsOfPlaces(judged),
  ].filter(({ path }) => !isIgnored(path))
}

/** Says of an entry without an id what to do about it. */
function withMend(fault: Fault): Fault {
  const [, field, ...more] = fault.path
  if (field !== 'id' || more.length > 0) return fault
  const mend = 'give the entry one: a stored entry without an id is known by its title only'
  return { ...fault, detail: `${fault.detail}; ${mend}` }
}

/** A place that is taken away from the radar has to be empty; who lay in none before may go on to. */
function faultsOfPlaces({ structure, entries, radar }: Judged): Fault[] {
  const strays = strayEntries(entries, (structure ?? radar) as Known)
  if (!radar) return strays
  const before = new Set(strayEntries(entries, radar).map(({ path }) => path.join('/')))
  const isOld = ({ path }: Fault) => before.has(path.join('/'))
  const judged = faultsOfChanges(strays.filter(isOld), entries, radar.entries)
  return strays.filter((stray) => !isOld(stray) || judged.includes(stray))
}

/** New entries with the id of another one. */
function sharedIds(entries: readonly unknown[], pairs: readonly number[]): Fault[] {
  const taken = new Set(identified(entries.filter((_, i) => pairs[i] !== -1)).map(({ id }) => id))
  return entries.flatMap((entry, i) => {
    if (pairs[i] !== -1 || !isIdentified(entry)) return []
    if (taken.has(entry.id)) return [{ path: [i, 'id'], detail: 'is the id of another entry' }]
    taken.add(entry.id)
    return []
  })
}

interface Known {
  quadrants: unknown
  rings: unknown
}

/** Where an entry lies in a quadrant, or an item of its timeline in a ring, that does not exist. */
function strayEntries(entries: readonly unknown[], known: Known): Fault[] {
  const quadrants = idsOf(known.quadrants)
  const rings = idsOf(known.rings)
  const legal = { quadrants: new Set(quadrants), rings: new Set([...ALWAYS_LEGAL, ...rings]) }
  const noQuadrant = `is no quadrant of this radar; quadrants are ${listOf(quadrants)}`
  const noRing = `is no ring of this radar; rings are ${listOf(rings)}`
  return entries.flatMap((entry, place): Fault[] => {
    const { quadrant, timeline } = asRecord(entry)
    const items = elementsOf(timeline)
    return [
      ...(isStray(quadrant, legal.quadrants)
        ? [{ path: [place, 'quadrant'], detail: noQuadrant }]
        : []),
      ...items.flatMap((item, i) =>
        isStray(asRecord(item)['ringId'], legal.rings)
          ? [{ path: [place, 'timeline', i, 'ringId'], detail: noRing }]
          : [],
      ),
    ]
  })
}

/** What is no text at all is said by the schema. */
function isStray(id: unknown, legal: ReadonlySet<string>): boolean {
  return typeof id === 'string' && !legal.has(id)
}

function idsOf(parts: unknown): string[] {
  return identified(elementsOf(parts)).map(({ id }) => id)
}

function listOf(ids: readonly string[]): string {
  return ids.slice(0, NAMED).join(', ')
}

/** Which entry it is, for people, and where in it. */
function textOf({ path, detail }: Fault, entries: readonly unknown[]): string {
  const [index, ...field] = path
  if (index === undefined) return detail
  const entry = entries[Number(index)]
  const name = isIdentified(entry) ? entry.id.slice(0, 200) : `number ${Number(index) + 1}`
  return [`entry ${name.toWellFormed()}`, ...(field.length > 0 ? [field.join('/')] : [])].join(', ')
}

function within(part: string, faults: readonly Fault[]): Fault[] {
  return faults.map(({ path, detail }) => ({ path: [part, ...path], detail }))
}

function refusal(text: string, faults: readonly Fault[]): DomainError {
  return new DomainError('invalid-input', text, { faults })
}
