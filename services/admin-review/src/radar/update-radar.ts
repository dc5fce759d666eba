import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  DomainError,
  isRecord,
  type JsonRecord,
  pairUp,
  type RadarDocument,
  restoreMalformedParts,
} from '@landscape/contracts'
import { assertAcceptable } from './assert-acceptable.ts'
import { attribute, type Attribution } from './attribute.ts'
import { compareEntries } from './compare-entries.ts'
import { reconcile, verdictOn, type Judge, type Update } from './reconcile.ts'
import { identified, MAX_ENTRIES, withoutLeak, type Submission } from './submission.ts'

/** A radar after a submission. */
interface Updated {
  radar: RadarDocument
  /** Ids of the entries in which others' changes were kept. */
  kept: string[]
}

/**
 * The radar after a submission: with a structure of its own it replaces everything in its order,
 * otherwise its entries are merged. A submission that changes nothing leaves it as it is.
 *
 * @param judge decides between what is sent and what others did meanwhile; what is sent counts when absent
 * @throws DomainError `invalid-input` for what is new or changed and not acceptable; `conflict` when
 *   somebody else changed the same entry
 * @throws Error when there is no radar to merge into
 */
export function updateRadar(
  radar: RadarDocument | undefined,
  submission: Submission,
  attribution: Attribution,
  judge: Judge = () => 'apply',
): Updated {
  const { structure, entries } = submission
  if (!structure && !radar && entries.length > 0) {
    throw new Error('There is no radar document to merge entries into')
  }
  const stored = (radar?.entries ?? []).map(withoutLeak)
  const pairs = pairUp(entries, stored)
  const fair = amongUniqueIds(stored, judge)
  const updateAt = (i: number) => ({
    yours: asRecord(entries[i]),
    theirs: recordAt(stored, pairs[i]),
  })
  const isKept = keptFields(updateAt, fair)
  assertAcceptable({
    ...submission,
    radar: radar && { ...radar, entries: stored },
    pairs,
    isIgnored: ([place, field]) =>
      !structure && field !== undefined && isKept(Number(place), String(field)),
  })
  if (structure) {
    const next = entries.map((entry, i) =>
      isRecord(entry) ? attributed(updateAt(i), attribution) : entry,
    )
    const sent = { ...structure, entries: next }
    const whole = submission.confirmRemoval ? sent : restoreMalformedParts(sent, radar)
    return { radar: unlessSame(radar, { ...radar, ...whole }), kept: [] }
  }
  const sent = entries.flatMap((entry, i) => (isRecord(entry) ? [updateAt(i)] : []))
  const { updates, kept } = reconcile(sent, fair)
  const merged = mergeEntries(stored, updates, attribution)
  assertRoom(merged, stored)
  return { radar: unlessSame(radar, { ...radar, entries: merged }), kept }
}

/** Who shares an id with another has no history of their own. */
function amongUniqueIds(stored: readonly unknown[], judge: Judge): Judge {
  const ids = Map.groupBy(identified(stored), ({ id }) => id)
  return (place, yours, theirs) =>
    (ids.get(place.id)?.length ?? 0) > 1 ? 'apply' : judge(place, yours, theirs)
}

/** Whether a field of an update is kept as others changed it; each is judged once, whatever is wrong in it. */
function keptFields(
  updateAt: (place: number) => Update,
  judge: Judge,
): (place: number, field: string) => boolean {
  const known = new Map<string, boolean>()
  return (place, field) => {
    const key = `${place}/${field}`
    const isKept = known.get(key) ?? verdictOn(updateAt(place), field, judge) === 'keep'
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
  const text = `Invalid entry structure: at most ${MAX_ENTRIES} are stored`
  const faults = [{ path: ['entries'], detail: `would come to more than ${MAX_ENTRIES}` }]
  throw new DomainError('invalid-input', text, { faults })
}

/** The radar before, when the one after says the same but for what the review page leaks. */
function unlessSame(before: RadarDocument | undefined, after: unknown): RadarDocument {
  const next = after as RadarDocument
  if (!before) return next
  const isSame = isDeepStrictEqual({ ...before, entries: before.entries.map(withoutLeak) }, next)
  return isSame ? before : next
}

/**
 * Merges updates into the stored entries: submitted fields win, others survive, a timeline is replaced
 * as a whole, nothing is deleted, not even what is no entry. Sorted by quadrant and title when anything
 * is altered.
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

/** A submitted entry with the authors of its timeline settled. */
function attributed({ yours, theirs }: Update, attribution: Attribution): JsonRecord {
  const { timeline } = yours
  if (!Array.isArray(timeline)) return yours
  return { ...yours, timeline: attribute(timeline, theirs?.['timeline'], attribution) }
}
