import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Fault, faultsOf } from '@landscape/contracts/errors/faults'
import { safeValidate } from '@landscape/contracts/errors/validated'
import { faultsOfChanges } from '@landscape/contracts/faults-of-changes'
import { RADAR_STRUCTURE } from '@landscape/contracts/inputs'
import { asRecord, elementsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { withoutMalformedParts } from '@landscape/contracts/malformed-parts'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import type { z } from 'zod'
import { EMPTY, ENTRIES, identified, isIdentified, type Submission } from './submission.ts'

/** Ring ids that every radar accepts. */
const ALWAYS_LEGAL = ['review', 'ignore']
/** Maximum number of quadrant or ring ids in an error text. */
const MAX_NAMED = 20

const TEXTS = {
  title: 'Invalid or missing title',
  quadrants: 'Invalid quadrants structure',
  rings: 'Invalid rings structure',
} as const
const PARTS = ['title', 'quadrants', 'rings'] as const
const INVALID_ENTRY = 'Invalid entry structure'

/** A submission and the radar that it changes. */
interface Candidate extends Submission {
  radar: RadarDocument | undefined
  /** For each entry the index of the matching stored one; -1 for a new entry. */
  pairs: readonly number[]
  /** Whether the value at a path is not applied, because a change of others is kept. */
  isIgnored: (path: readonly PropertyKey[]) => boolean
}

/**
 * Validates new and changed values of a submission.
 *
 * @throws DomainError `invalid-input` with the first fault in the text and all in `faults`
 */
export function assertAcceptable(candidate: Candidate): void {
  const { structure, entries, radar, confirmRemoval } = candidate
  const shown = confirmRemoval || !radar ? radar : withoutMalformedParts(radar)
  if (entries.length === 0 && shown?.entries.length !== 0) {
    throw rejection(EMPTY, [{ path: ['entries'], detail: 'must not be empty' }])
  }
  if (structure) {
    const parts = PARTS.map((part) => {
      const known = [radar?.[part], shown?.[part]]
      return { part, faults: within(part, faultsOfPart(part, structure[part], known)) }
    })
    const first = parts.find(({ faults }) => faults.length > 0)
    if (first)
      throw rejection(
        TEXTS[first.part],
        parts.flatMap(({ faults }) => faults),
      )
  }
  const faults = faultsOfEntries(candidate)
  const [first] = faults
  if (!first) return
  throw rejection(`${INVALID_ENTRY}: ${textOf(first, entries)}`, within('entries', faults))
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

function faultsOfEntries(candidate: Candidate): Fault[] {
  const { entries, radar, pairs, isIgnored } = candidate
  const { error } = safeValidate(ENTRIES, entries)
  const found = [...(error ? faultsOf(error, entries) : []), ...findUnsafeJson(entries)]
  return [
    ...faultsOfChanges(found, entries, radar?.entries).map(withRemedy),
    ...sharedIds(entries, pairs),
    ...faultsOfReferences(candidate),
  ].filter(({ path }) => !isIgnored(path))
}

/** Adds the remedy to the fault of a missing id. */
function withRemedy(fault: Fault): Fault {
  const [, field, ...more] = fault.path
  if (field !== 'id' || more.length > 0) return fault
  const remedy = 'add one; a stored entry without an id is identified only by its title'
  return { ...fault, detail: `${fault.detail}; ${remedy}` }
}

/** References to unknown quadrants and rings; a stored invalid reference is accepted. */
function faultsOfReferences({ structure, entries, radar }: Candidate): Fault[] {
  const strays = strayEntries(entries, (structure ?? radar) as Known)
  if (!radar) return strays
  const before = new Set(strayEntries(entries, radar).map(({ path }) => path.join('/')))
  const isOld = ({ path }: Fault) => before.has(path.join('/'))
  const changed = faultsOfChanges(strays.filter(isOld), entries, radar.entries)
  return strays.filter((stray) => !isOld(stray) || changed.includes(stray))
}

/** New entries with the id of another entry. */
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

/** Faults of entries with an unknown quadrant and of timeline items with an unknown ring. */
function strayEntries(entries: readonly unknown[], known: Known): Fault[] {
  const quadrants = idsOf(known.quadrants)
  const rings = idsOf(known.rings)
  const legal = { quadrants: new Set(quadrants), rings: new Set([...ALWAYS_LEGAL, ...rings]) }
  const noQuadrant = `is not a quadrant of this radar; quadrants are ${listOf(quadrants)}`
  const noRing = `is not a ring of this radar; rings are ${listOf(rings)}`
  return entries.flatMap((entry, index): Fault[] => {
    const { quadrant, timeline } = asRecord(entry)
    const items = elementsOf(timeline)
    return [
      ...(isStray(quadrant, legal.quadrants)
        ? [{ path: [index, 'quadrant'], detail: noQuadrant }]
        : []),
      ...items.flatMap((item, i) =>
        isStray(asRecord(item)['ringId'], legal.rings)
          ? [{ path: [index, 'timeline', i, 'ringId'], detail: noRing }]
          : [],
      ),
    ]
  })
}

/** The schema reports values of another type. */
function isStray(id: unknown, legal: ReadonlySet<string>): boolean {
  return typeof id === 'string' && !legal.has(id)
}

function idsOf(parts: unknown): string[] {
  return identified(elementsOf(parts)).map(({ id }) => id)
}

function listOf(ids: readonly string[]): string {
  return ids.slice(0, MAX_NAMED).join(', ')
}

/** The entry and field of a fault, for the error text. */
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

function rejection(text: string, faults: readonly Fault[]): DomainError {
  return new DomainError('invalid-input', text, { faults })
}
