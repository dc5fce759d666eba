import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, elementsOf, isRecord, type JsonRecord } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { restoreMalformedParts } from '@landscape/contracts/malformed-parts'
import { pairUp } from '@landscape/contracts/pair-up'
import { lossOf, type Kind, type Loss } from '../history/shrink-guard.ts'
import { assertAcceptable } from './assert-acceptable.ts'
import { attribute, type Attribution } from './attribute.ts'
import { compareEntries } from './compare-entries.ts'
import { byId, mergeUpdates, outcomeOf, type MergeRule, type Update } from './merge-updates.ts'
import { rememberKeys } from './same-field.ts'
import {
  identified,
  isIdentified,
  MAX_ENTRIES,
  withoutLeak,
  type IdentifiedEntry,
  type Submission,
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
 *   changed the same entry
 * @throws Error when no radar is stored to merge into
 */
export function updateRadar(
  radar: RadarDocument | undefined,
  submission: Submission,
  attribution: Attribution,
  rule: MergeRule = () => 'apply',
): Updated {
  const { structure, entries } = submission
  if (!structure && !radar && entries.length > 0) {
    throw new Error('No radar is stored to merge entries into')
  }
  const stored = (radar?.entries ?? []).map(withoutLeak)
  const pairs = pairUp(entries, stored)
  const uniqueRule = forUniqueIds(stored, rule)
  const updateAt = (i: number) => ({
    ours: asRecord(entries[i]),
    theirs: recordAt(stored, pairs[i]),
  })
  const isKept = keptFields(updateAt, uniqueRule)
  assertAcceptable({
    ...submission,
    radar: radar && { ...radar, entries: stored },
    pairs,
    isIgnored: ([index, field]) =>
      !structure && field !== undefined && isKept(Number(index), String(field)),
  })
  if (structure) {
    const next = entries.map((entry, i) =>
      isRecord(entry) ? attributed(updateAt(i), attribution) : entry,
    )
    const sent = { ...structure, entries: next }
    const complete = submission.confirmRemoval ? sent : restoreMalformedParts(sent, radar)
    return { radar: unlessSame(radar, { ...radar, ...complete }), kept: [] }
  }
  const sent = entries.flatMap((entry, i) => (isRecord(entry) ? [updateAt(i)] : []))
  const { updates, kept } = mergeUpdates(sent, uniqueRule)
  const merged = mergeEntries(stored, updates, attribution)
  assertRoom(merged, stored)
  return { radar: unlessSame(radar, { ...radar, entries: merged }), kept }
}

/** Applies submitted values to entries with a duplicate id, which have no history of their own. */
function forUniqueIds(stored: readonly unknown[], rule: MergeRule): MergeRule {
  const ids = Map.groupBy(identified(stored), ({ id }) => id)
  return (path, ours, theirs) =>
    (ids.get(path.id)?.length ?? 0) > 1 ? 'apply' : rule(path, ours, theirs)
}

/** Whether a field keeps the change of others; memoised. */
function keptFields(
  updateAt: (index: number) => Update,
  rule: MergeRule,
): (index: number, field: string) => boolean {
  const known = new Map<string, boolean>()
  return (index, field) => {
    const key = `${index}/${field}`
    const isKept = known.get(key) ?? outcomeOf(updateAt(index), field, rule) === 'keep'
    known.set(key, isKept)
    return isKept
  }
}

function recordAt(entries: readonly unknown[], index = -1): JsonRecord | undefined {
  const entry = entries[index]
  return isRecord(entry) ? entry : undefined
}

function assertRoom(merged: readonly unknown[], stored: readonly unknown[]): void {
  if (merged.length <= Math.max(MAX_ENTRIES, stored.length)) return
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
  updates: readonly Update[],
  attribution: Attribution,
): unknown[] {
  const open = new Map(updates.map((update) => [update.theirs, update]))
  const merged = stored.map((entry) => {
    const update = isRecord(entry) ? open.get(entry) : undefined
    return update ? { ...update.theirs, ...attributed(update, attribution) } : entry
  })
  const added = updates
    .filter(({ theirs }) => !theirs)
    .map((update) => attributed(update, attribution))
  const isAltered = added.length > 0 || !isDeepStrictEqual(merged, stored)
  return isAltered ? [...merged, ...added].sort(compareEntries) : merged
}

/** A submitted entry with the authors of its timeline. */
function attributed({ ours, theirs }: Update, attribution: Attribution): JsonRecord {
  const { timeline } = ours
  if (!Array.isArray(timeline)) return ours
  return { ...ours, timeline: attribute(timeline, theirs?.['timeline'], attribution) }
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
    const kept = new Set(elementsOf(later['timeline']).map(keyOf))
    return elementsOf(entry['timeline']).some((item) => !kept.has(keyOf(item)))
  }
  return [...byId(before.entries).values()]
    .filter(isIdentified)
    .filter(isReplaced)
    .map(({ id }) => id)
}

function nameOf(entry: unknown): string {
  return isIdentified(entry) ? entry.id : JSON.stringify(entry)
}
