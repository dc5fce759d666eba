import { asRecord, elementsOf, ownMember } from '@landscape/contracts/json'
import { byId, fieldsOf, type MergeRule } from './merge-updates.ts'
import { isSame, rememberKeys } from './same-field.ts'
import { identified, isIdentified, type IdentifiedEntry } from './submission.ts'

/**
 * Three-way merge for a save that names its base version: a field that only one side changed gets the value
 * of that side.
 *
 * @param base entries of the base version
 */
export function ruleFromBase(base: readonly unknown[]): MergeRule {
  const baseEntries = byId(base)
  return ({ id, field }, ours, theirs) => {
    const before = ownMember(asRecord(baseEntries.get(id)), field)
    if (isSame(field, ours, before)) return 'keep'
    return isSame(field, theirs, before) ? 'apply' : 'conflict'
  }
}

/** A change of the radar. */
export interface PastChange {
  /** The entries before it. */
  before: readonly unknown[]
  /** Whether the caller of the save made it. */
  isMine: boolean
}

/** The result of comparing a save with the history. */
interface Evidence {
  rule: MergeRule
  /** Whether the page was loaded before the oldest change. */
  isOlder: boolean
}

/**
 * Merge for a save that names no base version, by one rule for each field:
 *
 * - A value that was stored earlier is what the page had loaded: the newer one stays.
 * - A value that never was stored is the caller's. It is a conflict if others changed the field since.
 *
 * The page was loaded no later than the newest version of each replaced value that it sends. A timeline that
 * never was stored extends the newest one of which it contains all positions.
 *
 * @param changes newest first
 */
export async function ruleFromHistory(
  present: readonly unknown[],
  sent: readonly IdentifiedEntry[],
  changes: AsyncIterable<PastChange> | Iterable<PastChange>,
): Promise<Evidence> {
  const fields = differencesOf(present, sent)
  let age = 0
  for await (const { before, isMine } of fields.size > 0 ? changes : []) {
    age++
    const entries = byId(before.filter((entry) => isIdentified(entry) && fields.has(entry.id)))
    for (const [id, ofEntry] of fields) {
      for (const field of ofEntry.values()) field.goBack(entries.get(id), age, isMine)
    }
  }
  const all = [...fields.values()].flatMap((ofEntry) => [...ofEntry.values()])
  const loaded = Math.max(0, ...all.map(({ sentAt = 0 }) => sentAt))
  return {
    isOlder: age > 0 && loaded === age,
    rule: ({ id, field }, _ours, theirs) => {
      const found = fields.get(id)?.get(field)
      // The sent value was stored when the history was read, or earlier.
      if (!found || found.sentAt !== undefined) return 'keep'
      if (!isSame(field, theirs, found.present)) return 'conflict'
      const { othersAt, containedAt = Infinity } = found
      const since = field === 'timeline' ? containedAt : loaded
      return othersAt !== undefined && othersAt <= since ? 'conflict' : 'apply'
    },
  }
}

type Field = ReturnType<typeof fieldOf>

/** The sent fields that differ from the present ones, by id and name. */
function differencesOf(
  present: readonly unknown[],
  sent: readonly IdentifiedEntry[],
): Map<string, Map<string, Field>> {
  const presentEntries = byId(present)
  const keyOf = rememberKeys()
  const differing = identified(sent).flatMap((entry) => {
    const theirs = asRecord(presentEntries.get(entry.id))
    const fields = fieldsOf(entry)
      .filter((name) => !isSame(name, ownMember(entry, name), ownMember(theirs, name), keyOf))
      .map(
        (name) =>
          [name, fieldOf(name, ownMember(entry, name), ownMember(theirs, name), keyOf)] as const,
      )
    return fields.length > 0 ? [[entry.id, new Map(fields)] as const] : []
  })
  return new Map(differing)
}

/** A sent field and its former values. An age is a number of changes before the present. */
function fieldOf(
  name: string,
  sent: unknown,
  present: unknown,
  keyOf: ReturnType<typeof rememberKeys>,
) {
  const positions = new Set(name === 'timeline' ? elementsOf(sent).map(keyOf) : [])
  const isContained = (value: unknown) =>
    name === 'timeline' && elementsOf(value).every((item) => positions.has(keyOf(item)))
  let value = present
  const field = {
    present,
    /** The newest age of the sent value. */
    sentAt: undefined as number | undefined,
    /** The newest age of a timeline of which the sent one contains all positions. */
    containedAt: isContained(present) ? 0 : undefined,
    /** The age before the newest change by others. */
    othersAt: undefined as number | undefined,
    goBack(entry: IdentifiedEntry | undefined, age: number, isMine: boolean): void {
      const before = ownMember(asRecord(entry), name)
      if (isSame(name, before, value, keyOf)) return
      value = before
      if (!isMine) field.othersAt ??= age
      if (isSame(name, before, sent, keyOf)) field.sentAt ??= age
      if (isContained(before)) field.containedAt ??= age
    },
  }
  return field
}
