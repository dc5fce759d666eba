import { DomainError, type JsonRecord } from '@landscape/contracts'
import { isSame } from './same-field.ts'
import { identified, isIdentified } from './submission.ts'

/**
 * What becomes of a field that a save would alter: it is stored, or what others made of it since the
 * reviewer read it is kept, or both were changed and somebody has to decide.
 */
type Verdict = 'apply' | 'keep' | 'conflict'

/** Decides on one field of an entry, `yours` and `theirs` being different. */
export type Judge = (place: Place, yours: unknown, theirs: unknown) => Verdict

interface Place {
  id: string
  field: string
}

interface Reconciled {
  /** What is left of the save: without the fields, and the entries, that others' changes stay in. */
  updates: Update[]
  /** Ids of the entries in which something that was sent did not count. */
  kept: string[]
}

/** An entry as it was sent, or the fields of it that count, and what is stored of it. */
export interface Update {
  yours: JsonRecord
  /** `undefined` when it is new. */
  theirs: JsonRecord | undefined
}

/** So many entries are shown by a refusal. */
const SHOWN = 20

/**
 * Takes out of a save what would undo the changes of others.
 *
 * @param updates the entries of the save, each with what the version that is written on has of it
 * @throws DomainError `conflict` when both changed a field; `conflicts` has both sides of each entry
 */
export function reconcile(sent: readonly Update[], judge: Judge): Reconciled {
  const updates: Update[] = []
  const kept: string[] = []
  const conflicts: object[] = []
  for (const { yours, theirs } of sent) {
    const id = isIdentified(yours) ? yours.id : ''
    const verdicts = verdictsOn({ yours, theirs }, judge)
    const fieldsOf = (verdict: Verdict) => verdicts.filter(([, given]) => given === verdict)
    if (fieldsOf('conflict').length > 0) conflicts.push({ id, yours, theirs })
    const stale = fieldsOf('keep').map(([field]) => field)
    if (stale.length > 0) kept.push(id)
    // Half of an entry that is gone would be none.
    if (!theirs && stale.length > 0 && fieldsOf('apply').length === 0) continue
    updates.push({ yours: theirs ? without(yours, stale) : yours, theirs })
  }
  if (conflicts.length === 0) return { updates, kept }
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

function verdictsOn(update: Update, judge: Judge) {
  return fieldsOf(update.yours).flatMap((field) => {
    const verdict = verdictOn(update, field, judge)
    return verdict === undefined ? [] : [[field, verdict] as const]
  })
}

/** The verdict on one field of an entry; none when both say the same. Who has no id has no history. */
export function verdictOn(
  { yours, theirs }: Update,
  field: string,
  judge: Judge,
): Verdict | undefined {
  if (isSame(field, yours[field], theirs?.[field])) return undefined
  if (!isIdentified(yours)) return 'apply'
  return judge({ id: yours.id, field }, yours[field], theirs?.[field])
}

function without(entry: JsonRecord, fields: readonly string[]): JsonRecord {
  if (fields.length === 0) return entry
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !fields.includes(field)))
}
