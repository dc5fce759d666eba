import { isDeepStrictEqual } from 'node:util'
import { admitLine, compareLines, type Line, MAX_ENTRIES } from '@landscape/contracts/admit'
import { entryOf } from '@landscape/contracts/entries'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, elementsOf, isRecord, ownMember } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { storedRole } from '@landscape/contracts/ring-roles'
import { pairUp } from '@landscape/store/documents/unchanged'
import { type Kind, type Loss, lossOf, MAX_NAMED } from '../history/removals.ts'
import {
  assertDistinct,
  assertEntries,
  assertNotEmpty,
  assertStructure,
} from './assert-acceptable.ts'
import { attribute, type Attribution } from './attribute.ts'
import { byId, type MergeRule, mergeUpdates } from './merge-updates.ts'
import { rememberKeys } from './same-field.ts'
import {
  identified,
  type IdentifiedEntry,
  isIdentified,
  type SentEntry,
  type Submission,
  withoutLeak,
} from './submission.ts'

/** Result of a save. */
interface Updated {
  radar: RadarDocument
  /** Ids of the entries that keep changes of others. */
  kept: string[]
}

/**
 * Applies a submission: with a structure it replaces the radar, otherwise its entries are merged. Returns the
 * same radar if nothing changes.
 *
 * @param rule merges changes of others; by default the submitted values are applied
 * @throws DomainError `invalid-input` for new or changed values that are invalid; `conflict` when others
 *   changed the same entry, and for a changed element that is not an entry
 * @throws Error when no radar is stored to merge into
 */
export function updateRadar(
  radar: RadarDocument | undefined,
  { structure, entries }: Submission,
  attribution: Attribution,
  rule: MergeRule = () => 'apply',
): Updated {
  assertNotEmpty(entries, radar)
  const stored = (radar?.entries ?? []).map(withoutLeak)
  const pairs = pairUp(entries, stored)
  const paired = entries.map((sent, i) => ({ sent, stored: stored[pairs[i] ?? -1] }))
  if (structure) {
    assertStructure(structure, radar)
    assertDistinct(paired)
    assertEntries(paired, structure, radar)
    const next = paired.map((entry) => attributed(entry, attribution))
    assertRoom(next, stored)
    return { radar: unlessSame(radar, { ...radar, ...structure, entries: next }), kept: [] }
  }
  if (!radar) throw new Error('No radar is stored to merge entries into')
  assertDistinct(paired)
  const changed = paired.map((entry) => {
    return isDeepStrictEqual(entry.sent, entry.stored) ? { ...entry, sent: undefined } : entry
  })
  assertEditable(changed)
  const { updates, kept } = mergeUpdates(changed, forUniqueIds(stored, rule))
  assertEntries(updates, radar, radar)
  const merged = mergeEntries(stored, updates, attribution)
  assertRoom(merged, stored)
  return { radar: unlessSame(radar, { ...radar, entries: merged }), kept }
}

/** Rejects changes of stored elements that are not entries. */
function assertEditable(changed: readonly SentEntry[]): void {
  const isOpaque = ({ sent, stored }: SentEntry) =>
    sent !== undefined && stored !== undefined && entryOf(stored).isOpaque
  const index = changed.findIndex(isOpaque)
  if (index < 0) return
  const text = 'This element is not an entry; repair it with: npm run store -- inspect'
  const faults = [{ path: ['entries', index], detail: 'changes an element that is not an entry' }]
  throw new DomainError('conflict', text, { faults })
}

/** Applies submitted values to entries with a duplicate id, which have no history of their own. */
function forUniqueIds(stored: readonly unknown[], rule: MergeRule): MergeRule {
  const ids = Map.groupBy(identified(stored), ({ id }) => id)
  return (path, ours, theirs) =>
    (ids.get(path.id)?.length ?? 0) > 1 ? 'apply' : rule(path, ours, theirs)
}

function assertRoom(next: readonly unknown[], stored: readonly unknown[]): void {
  if (next.length <= Math.max(MAX_ENTRIES, stored.length)) return
  const text = `Invalid entry structure: the maximum is ${MAX_ENTRIES} entries`
  const faults = [{ path: ['entries'], detail: `would exceed ${MAX_ENTRIES} entries` }]
  throw new DomainError('invalid-input', text, { faults })
}

/** The stored radar if the next one differs only by the internal field of the review page. */
function unlessSame(before: RadarDocument | undefined, after: unknown): RadarDocument {
  const next = after as RadarDocument
  if (!before) return next
  const isSame = isDeepStrictEqual({ ...before, entries: before.entries.map(withoutLeak) }, next)
  return isSame ? before : next
}

/**
 * Merges updates into the stored entries. Submitted fields replace stored ones, a timeline is replaced as one
 * value, and no element is deleted. Sorts by quadrant and title if anything changed.
 */
function mergeEntries(
  stored: readonly unknown[],
  updates: readonly SentEntry[],
  attribution: Attribution,
): unknown[] {
  const changed = updates.filter(({ sent }) => sent !== undefined)
  const byStored = new Map(changed.map((update) => [update.stored, update]))
  const merged = stored.map((entry) => {
    const update = byStored.get(entry)
    return update ? { ...asRecord(entry), ...asRecord(attributed(update, attribution)) } : entry
  })
  const added = changed
    .filter((update) => update.stored === undefined)
    .map((update) => attributed(update, attribution))
  const isAltered = added.length > 0 || !isDeepStrictEqual(merged, stored)
  return isAltered ? sortEntries([...merged, ...added]) : merged
}

/** A submitted entry with the authors of its timeline. */
function attributed({ sent, stored }: SentEntry, attribution: Attribution): unknown {
  if (!isRecord(sent) || !Array.isArray(sent['timeline'])) return sent
  const timeline = attribute(sent['timeline'], asRecord(stored)['timeline'], attribution)
  return { ...sent, timeline }
}

const ENTRIES: Kind = {
  of: 'entries',
  keysOf: (entries) => entries.map(nameOf),
  subjectOf: nameOf,
}

/** Entries that a save removes. */
export function lossesOfRadar(before: RadarDocument, after: RadarDocument): Loss[] {
  return [lossOf(ENTRIES, before.entries, after.entries)]
}

/** Ids of the entries of which a save removes or alters a position. Authors are not compared. */
export function replacedPositions(before: RadarDocument, after: RadarDocument): string[] {
  const next = byId(after.entries)
  const keyOf = rememberKeys()
  const isReplaced = (entry: IdentifiedEntry) => {
    const later = next.get(entry.id)
    if (!later || later === entry) return false
    const laterKeys = new Set(elementsOf(later['timeline']).map(keyOf))
    return elementsOf(entry['timeline']).some((item) => !laterKeys.has(keyOf(item)))
  }
  return [...byId(before.entries).values()]
    .filter(isIdentified)
    .filter(isReplaced)
    .map(({ id }) => id)
}

/** Ids of the rings whose stored role a save drops, and of those with an unknown one, at most 100 each. */
export function roleNotes(before: RadarDocument | undefined, after: RadarDocument) {
  const next = byId(after.rings)
  const droppedRoles = identified(before?.rings ?? [])
    .filter(
      (ring) =>
        storedRole(ring) !== undefined && storedRole(asRecord(next.get(ring.id))) === undefined,
    )
    .map(({ id }) => id)
  const ignoredRoles = identified(after.rings)
    .filter((ring) => ring['role'] !== undefined && storedRole(ring) === undefined)
    .map(({ id }) => id)
  return {
    ...(droppedRoles.length > 0 && { droppedRoles: droppedRoles.slice(0, MAX_NAMED) }),
    ...(ignoredRoles.length > 0 && { ignoredRoles: ignoredRoles.slice(0, MAX_NAMED) }),
  }
}

function nameOf(entry: unknown): string {
  return isIdentified(entry) ? entry.id : JSON.stringify(entry)
}

/**
 * Entries in their order: by quadrant (numeric ids by value, other ids after them alphabetically), then by title. Equal
 * ones keep their order.
 */
export function sortEntries(entries: readonly unknown[]): unknown[] {
  return entries
    .map((entry) => ({ entry, quadrant: lineOf(entry, 'quadrant'), title: lineOf(entry, 'title') }))
    .sort((a, b) => compareQuadrants(a.quadrant, b.quadrant) || compareLines(a.title, b.title))
    .map(({ entry }) => entry)
}

function compareQuadrants(a: Line, b: Line): number {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return x - y
  if (x === undefined && y === undefined) return compareLines(a, b)
  return x === undefined ? 1 : -1
}

function numberOf(id: Line): number | undefined {
  const value = id === '' ? NaN : Number(id)
  return Number.isFinite(value) ? value : undefined
}

/** Stored entries can lack required fields. */
function lineOf(entry: unknown, field: string): Line {
  const value = isRecord(entry) ? ownMember(entry, field) : undefined
  return admitLine(typeof value === 'string' ? value : '')
}
