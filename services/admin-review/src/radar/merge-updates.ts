import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, type JsonRecord, ownMember } from '@landscape/contracts/json'
import { isSame } from './same-field.ts'
import { identified, isIdentified, type IdentifiedEntry, type SentEntry } from './submission.ts'

/** `apply` stores our value, `keep` keeps theirs; `conflict`: both sides changed the field. */
type Outcome = 'apply' | 'keep' | 'conflict'

/** Merges one field of an entry whose submitted value (ours) and stored value (theirs) differ. */
export type MergeRule = (path: FieldPath, ours: unknown, theirs: unknown) => Outcome

interface FieldPath {
  id: string
  field: string
}

/** Maximum number of conflicts in an error response. */
const MAX_CONFLICTS = 20

/**
 * Gives fields that would revert changes of others their stored value. An entry that others removed and the
 * caller did not change changes nothing.
 *
 * @returns the entries at their indexes, and `kept`: the ids of those with at least one such field
 * @throws DomainError `conflict` when both sides changed a field; `conflicts` has both sides of each entry
 */
export function mergeUpdates(changed: readonly SentEntry[], rule: MergeRule) {
  const kept: string[] = []
  const conflicts: object[] = []
  const updates = changed.map(({ sent, stored }): SentEntry => {
    if (!isIdentified(sent)) return { sent, stored }
    const theirs = asRecord(stored)
    const outcomes = outcomesOf(sent, theirs, rule)
    const fieldsWith = (outcome: Outcome) => outcomes.filter(([, value]) => value === outcome)
    const stale = new Set(fieldsWith('keep').map(([field]) => field))
    if (fieldsWith('conflict').length > 0) {
      conflicts.push({ id: sent.id, yours: sent, theirs: stored })
    }
    if (stale.size === 0) return { sent, stored }
    kept.push(sent.id)
    // A removed entry is not restored in part.
    if (stored === undefined)
      return { sent: outcomes.length > stale.size ? sent : undefined, stored }
    const merged = Object.entries(sent).flatMap(([field, value]) => {
      if (!stale.has(field)) return [[field, value] as const]
      return Object.hasOwn(theirs, field) ? [[field, theirs[field]] as const] : []
    })
    return { sent: Object.fromEntries(merged), stored }
  })
  if (conflicts.length === 0) return { updates, kept }
  throw new DomainError('conflict', 'Another caller changed the same entry', {
    extensions: { conflicts: conflicts.slice(0, MAX_CONFLICTS) },
  })
}

/** Entries by id; the first of several with one id. */
export function byId(entries: readonly unknown[]): Map<string, IdentifiedEntry> {
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

/** The outcomes for the fields that differ. */
function outcomesOf(ours: IdentifiedEntry, theirs: JsonRecord, rule: MergeRule) {
  const { id } = ours
  return fieldsOf(ours)
    .filter((field) => !isSame(field, ownMember(ours, field), ownMember(theirs, field)))
    .map(
      (field) =>
        [field, rule({ id, field }, ownMember(ours, field), ownMember(theirs, field))] as const,
    )
}
