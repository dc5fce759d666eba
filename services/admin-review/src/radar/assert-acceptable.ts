import { asRecord, elementsOf, understood } from '@landscape/contracts/json'
import { OTHER_RINGS, partOf } from '@landscape/contracts/entries'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import { RADAR_STRUCTURE, RadarEntryInput } from './radar-input.ts'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { newFaults } from '@landscape/store/documents/unchanged'
import { EMPTY, identified, isIdentified, type SentEntry, type Submission } from './submission.ts'

const ALWAYS_LEGAL: ReadonlySet<unknown> = new Set(OTHER_RINGS)
/** Maximum number of quadrant or ring ids in an error text. */
const MAX_NAMED = 20

const TEXTS = {
  title: 'Invalid or missing title',
  quadrants: 'Invalid quadrants structure',
  rings: 'Invalid rings structure',
} as const
const PARTS = ['title', 'quadrants', 'rings'] as const
const INVALID_ENTRY = 'Invalid entry structure'

/**
 * Validates new and changed values of a title, quadrants and rings.
 *
 * @throws DomainError `invalid-input` with the first fault in the text and all in `faults`
 */
export function assertStructure(
  structure: NonNullable<Submission['structure']>,
  radar: RadarDocument | undefined,
): void {
  const parts = PARTS.map((part) => ({
    part,
    faults: within(
      part,
      newFaults(
        RADAR_STRUCTURE[part],
        structure[part],
        radar?.[part],
        repeatedIds(structure[part]),
      ),
    ),
  }))
  const first = parts.find(({ faults }) => faults.length > 0)
  if (!first) return
  throw rejection(
    TEXTS[first.part],
    parts.flatMap(({ faults }) => faults),
  )
}

/** Rejects empty entries unless the stored radar has none. */
export function assertNotEmpty(
  entries: readonly unknown[],
  radar: RadarDocument | undefined,
): void {
  if (entries.length > 0 || radar?.entries.length === 0) return
  throw rejection(EMPTY, [{ path: ['entries'], detail: 'must not be empty' }])
}

/** Quadrants or rings with a duplicate id. */
function repeatedIds(sent: unknown): Fault[] {
  const seen = new Set<string>()
  return elementsOf(sent).flatMap((part, i) => {
    if (!isIdentified(part)) return []
    if (seen.has(part.id)) return [{ path: [i, 'id'], detail: 'is the id of another element' }]
    seen.add(part.id)
    return []
  })
}

/**
 * Validates new and changed values of entries, and their references.
 *
 * @param structure with the quadrants and rings to which they refer
 * @param radar the stored radar, whose invalid references are accepted
 * @throws DomainError as `assertStructure`
 */
export function assertEntries(
  entries: readonly SentEntry[],
  structure: Known,
  radar: RadarDocument | undefined,
): void {
  const [legal, before] = [legalIds(structure), radar && legalIds(radar)]
  const faults = entries.flatMap(({ sent, stored }, i) => {
    if (sent === undefined) return []
    const strays = strayIds(sent, legal)
    const known = new Set(strayIds(sent, before ?? legal).map(({ path }) => path.join('/')))
    const isKnown = ({ path }: Fault) => known.has(path.join('/'))
    const all = [
      ...newFaults(RadarEntryInput, sent, stored, strays.filter(isKnown)),
      ...strays.filter((stray) => !isKnown(stray)),
    ]
    return all.map((fault) => ({ ...fault, path: [i, ...fault.path] }))
  })
  rejectEntries(faults, entries)
}

/**
 * Rejects a new entry with the id of another one.
 *
 * @throws DomainError as `assertStructure`
 */
export function assertDistinct(entries: readonly SentEntry[]): void {
  const sentOf = (isNew: boolean) =>
    entries.filter(({ stored }) => (stored === undefined) === isNew).map(({ sent }) => sent)
  const taken = new Set(identified(sentOf(false)).map(({ id }) => id))
  const faults = entries.flatMap(({ sent, stored }, i) => {
    if (stored !== undefined || !isIdentified(sent)) return []
    if (taken.has(sent.id)) return [{ path: [i, 'id'], detail: 'is the id of another entry' }]
    taken.add(sent.id)
    return []
  })
  rejectEntries(faults, entries)
}

interface Known {
  quadrants: unknown
  rings: unknown
}

type Legal = Record<'quadrants' | 'rings', ReadonlySet<string>>

function legalIds({ quadrants, rings }: Known): Legal {
  return { quadrants: new Set(idsOf(quadrants)), rings: new Set(idsOf(rings)) }
}

/** Faults of an entry with an unknown quadrant and of timeline items with an unknown ring. */
function strayIds(entry: unknown, { quadrants, rings }: Legal): Fault[] {
  const { quadrant, timeline } = asRecord(entry)
  const positions = elementsOf(timeline).flatMap((item, i): Fault[] => {
    const { ringId } = asRecord(item)
    if (!isStray(ringId, rings) || ALWAYS_LEGAL.has(ringId)) return []
    const detail = `is not a ring of this radar; rings are ${listOf(rings)}`
    return [{ path: ['timeline', i, 'ringId'], detail }]
  })
  if (!isStray(quadrant, quadrants)) return positions
  const detail = `is not a quadrant of this radar; quadrants are ${listOf(quadrants)}`
  return [{ path: ['quadrant'], detail }, ...positions]
}

/** The schema reports values of another type. */
function isStray(id: unknown, legal: ReadonlySet<string>): boolean {
  return typeof id === 'string' && !legal.has(id)
}

function idsOf(parts: unknown): string[] {
  return understood(elementsOf(parts).map(partOf)).map(({ id }) => id)
}

function listOf(ids: ReadonlySet<string>): string {
  return [...ids].slice(0, MAX_NAMED).join(', ')
}

function rejectEntries(faults: readonly Fault[], entries: readonly SentEntry[]): void {
  const [first] = faults
  if (!first) return
  throw rejection(`${INVALID_ENTRY}: ${textOf(first, entries)}`, within('entries', faults))
}

/** The entry and field of a fault, for the error text. */
function textOf({ path }: Fault, entries: readonly SentEntry[]): string {
  const [index, ...field] = path
  const sent = entries[Number(index)]?.sent
  const name = isIdentified(sent) ? sent.id.slice(0, 200) : `number ${Number(index) + 1}`
  return [`entry ${name.toWellFormed()}`, ...(field.length > 0 ? [field.join('/')] : [])].join(', ')
}

function within(part: string, faults: readonly Fault[]): Fault[] {
  return faults.map(({ path, detail }) => ({ path: [part, ...path], detail }))
}

function rejection(text: string, faults: readonly Fault[]): DomainError {
  return new DomainError('invalid-input', text, { faults })
}
