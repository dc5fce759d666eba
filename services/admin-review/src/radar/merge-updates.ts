import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { JsonRecord } from '@landscape/contracts/json'
import { isSame } from './same-field.ts'
import { identified, isIdentified } from './submission.ts'

/** `apply` stores our value, `keep` keeps theirs; `conflict`: both sides changed the field. */
type Outcome = 'apply' | 'keep' | 'conflict'

/** Merges one field of an entry whose submitted value (ours) and stored value (theirs) differ. */
export type MergeRule = (path: FieldPath, ours: unknown, theirs: unknown) => Outcome

interface FieldPath {
  id: string
  field: string
}

interface Merged {
  /** The updates to apply, without fields and entries that keep their changes. */
  updates: Update[]
  /** Ids of the entries that keep at least one of their changes. */
  kept: string[]
}

/** A submitted entry, or its fields to apply, and the stored entry. */
export interface Update {
  ours: JsonRecord
  /** `undefined` for a new entry. */
  theirs: JsonRecord | undefined
}

/** Maximum number of conflicts in an error response. */
const MAX_CONFLICTS = 20

/**
 * Removes from a save the fields that would revert changes of others.
 *
 * @throws DomainError `conflict` when both sides changed a field; `conflicts` has both sides of each entry
 */
export function mergeUpdates(sent: readonly Update[], judge: MergeRule): Merged {
  const updates: Update[] = []
  const kept: string[] = []
  const conflicts: object[] = []
  for (const { ours, theirs } of sent) {
    const id = isIdentified(ours) ? ours.id : ''
    const outcomes = outcomesOf({ ours, theirs }, judge)
    const fieldsOf = (outcome: Outcome) => outcomes.filter(([, value]) => value === outcome)
    if (fieldsOf('conflict').length > 0) conflicts.push({ id, yours: ours, theirs })
    const stale = fieldsOf('keep').map(([field]) => field)
    if (stale.length > 0) kept.push(id)
    // A removed entry is not restored in part.
    if (!theirs && stale.length > 0 && fieldsOf('apply').length === 0) continue
    updates.push({ ours: theirs ? without(ours, stale) : ours, theirs })
  }
  if (conflicts.length === 0) return { updates, kept }
  throw new DomainError('conflict', 'Another caller changed the same entry', {
    extensions: { conflicts: conflicts.slice(0, MAX_CONFLICTS) },
  })
}

/** Entries by id; the first of several with one id. */
export function byId(entries: readonly unknown[]): Map<string, JsonRecord> {
  return new Map(
    identified(entries)
      .toReversed()
      .map((entry) => [entry.id, entry]),
  )
}

/** The fields of an entry that are merged. */
export function fieldsOf(entry: JsonRecord): string[] {
  return Object.keys(entry).filter((field) => field !== 'id' && field !== 'filteredTimeline')
}

function outcomesOf(update: Update, judge: MergeRule) {
  return fieldsOf(update.ours).flatMap((field) => {
    const outcome = outcomeOf(update, field, judge)
    return outcome === undefined ? [] : [[field, outcome] as const]
  })
}

/** The outcome for one field, `undefined` if both sides are equal. An entry without an id has no history. */
export function outcomeOf(
  { ours, theirs }: Update,
  field: string,
  judge: MergeRule,
): Outcome | undefined {
  if (isSame(field, ours[field], theirs?.[field])) return undefined
  if (!isIdentified(ours)) return 'apply'
  return judge({ id: ours.id, field }, ours[field], theirs?.[field])
}

function without(entry: JsonRecord, fields: readonly string[]): JsonRecord {
  if (fields.length === 0) return entry
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !fields.includes(field)))
}
