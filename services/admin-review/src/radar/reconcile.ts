import { isDeepStrictEqual } from 'node:util'
import { isRecord, type JsonRecord } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { contentOf } from './attribute.ts'
import { identified, type EntryInput } from './submission.ts'

/**
 * What becomes of a field that a save would alter: it is stored, or what others made of it since the
 * reviewer read it is kept, or both were changed and somebody has to decide.
 */
export type Verdict = 'apply' | 'keep' | 'conflict'

/** Decides on one field of an entry, `yours` and `theirs` being different. */
export type Judge = (place: Place, yours: unknown, theirs: unknown) => Verdict

export interface Place {
  id: string
  field: string
}

export interface Reconciled {
  /** What is left of the save: without the fields, and the entries, that others' changes stay in. */
  entries: EntryUpdate[]
  /** Ids of the entries in which something that was sent did not count. */
  kept: string[]
}

/** An entry as it is sent, or the fields of it that count. */
export type EntryUpdate = JsonRecord & { id: string; timeline?: EntryInput['timeline'] }

/** So many entries are shown by a refusal. */
const SHOWN = 20

/**
 * Takes out of a save what would undo the changes of others.
 *
 * @param stored entries of the version that is written on
 * @throws DomainError `conflict` when both changed a field; `conflicts` has both sides of each entry
 */
export function reconcile(
  stored: readonly unknown[],
  submitted: readonly EntryInput[],
  judge: Judge,
): Reconciled {
  const present = byId(stored)
  const entries: EntryUpdate[] = []
  const kept: string[] = []
  const conflicts: object[] = []
  for (const yours of submitted) {
    const theirs = present.get(yours.id)
    const verdicts = verdictsOn(yours, theirs, judge)
    const fieldsOf = (verdict: Verdict) => verdicts.filter(([, given]) => given === verdict)
    if (fieldsOf('conflict').length > 0) conflicts.push({ id: yours.id, yours, theirs })
    const stale = fieldsOf('keep').map(([field]) => field)
    if (stale.length > 0) kept.push(yours.id)
    // Half of an entry that is gone would be none.
    if (!theirs && stale.length > 0 && fieldsOf('apply').length === 0) continue
    entries.push(theirs ? without(yours, stale) : yours)
  }
  if (conflicts.length === 0) return { entries, kept }
  throw new DomainError('conflict', 'Somebody else changed the same entry', {
    extensions: { conflicts: conflicts.slice(0, SHOWN) },
  })
}

/** Entries by their ids; of those that share one, the first, as they are merged. */
export function byId(entries: readonly unknown[]): Map<string, JsonRecord> {
  return new Map(
    identified(entries)
      .toReversed()
      .map((entry) => [entry.id, entry]),
  )
}

/** The fields of an entry by which it is compared. */
export function fieldsOf(entry: JsonRecord): string[] {
  return Object.keys(entry).filter((field) => field !== 'id' && field !== 'filteredTimeline')
}

function verdictsOn(yours: EntryInput, theirs: JsonRecord | undefined, judge: Judge) {
  return fieldsOf(yours)
    .filter((field) => !isSame(field, yours[field], theirs?.[field]))
    .map((field) => {
      const verdict = judge({ id: yours.id, field }, yours[field], theirs?.[field])
      return [field, verdict] as const
    })
}

function without(entry: EntryInput, fields: readonly string[]): EntryUpdate {
  if (fields.length === 0) return entry
  const rest = Object.entries(entry).filter(([field]) => !fields.includes(field))
  return Object.fromEntries(rest) as EntryUpdate
}

/**
 * Whether two values of a field say the same. Authors of a timeline are settled by attribution; no
 * value and null are the same.
 */
export function isSame(field: string, a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (field === 'timeline' && Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSameItem(item, b[i]))
  }
  return isDeepStrictEqual(a ?? null, b ?? null)
}

/** Whether two positions of timelines say the same, whoever their authors are. */
export function isSameItem(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!isRecord(a) || !isRecord(b)) return isDeepStrictEqual(a, b)
  return knownContentOf(a) === knownContentOf(b) && isDeepStrictEqual(moreOf(a), moreOf(b))
}

/** One position is compared with those of many states. */
const contents = new WeakMap<JsonRecord, string>()

function knownContentOf(item: JsonRecord): string {
  const content = contents.get(item) ?? contentOf(item)
  contents.set(item, content)
  return content
}

/** What a position has beside what it is and who signed it. */
function moreOf(item: JsonRecord): JsonRecord {
  const { author: _author, directorate: _directorate, ...more } = item
  return more
}
