import { inSlices } from '@landscape/contracts/async/in-slices'
import { elementsOf, type JsonRecord } from '@landscape/contracts/json'
import { byId, fieldsOf, type MergeRule } from './merge-updates.ts'
import { isSame, rememberKeys } from './same-field.ts'
import type { IdentifiedEntry } from './submission.ts'

/**
 * Three-way merge for a save that names its base version: a field that only one side changed gets the value
 * of that side.
 *
 * @param base entries of the base version
 */
export function ruleFromBase(base: readonly unknown[]): MergeRule {
  const baseEntries = byId(base)
  return ({ id, field }, ours, theirs) => {
    const before = baseEntries.get(id)?.[field]
    if (isSame(field, ours, before)) return 'keep'
    return isSame(field, theirs, before) ? 'apply' : 'conflict'
  }
}

/** A value of an entry, or of one of its fields, during consecutive versions. */
export interface State<T = JsonRecord | undefined> {
  /** Number of the version that introduced it; 0 if that is beyond the scanned history. */
  since: number
  /** Whether the caller of this save introduced it. */
  isMine: boolean
  value: T
}

/** States of entries by id, oldest first; the last is that of the newest version. */
type States = ReadonlyMap<string, readonly State[]>

/** Version number of a state that was committed after the history was read. */
const UNREADABLE = Number.POSITIVE_INFINITY

/**
 * Merge for a save that names no base version. The base is derived from the submitted values:
 *
 * - A value that another caller introduced proves that its version was read, and all versions before it.
 * - A former value whose replacement is not proven to be read is unchanged since it was loaded: theirs is
 *   kept. Ours is applied if the replacement was read, if the client sends only some entries, or if only
 *   the caller changed the field and the save has no new value.
 * - A value without a former state is new. If others changed the field after the newest version that is
 *   proven to be read, a timeline is a conflict; another field is one only if their change is proven unread.
 *
 * @param states of the submitted entries; none for an entry that never existed
 * @param isComplete whether the client sends all entries that it loaded
 * @returns the rule for the submitted fields
 */
export async function ruleFromHistory(
  states: States,
  submitted: readonly IdentifiedEntry[],
  isComplete: boolean,
): Promise<MergeRule> {
  const pasts = await inSlices(pastsOf(states, submitted))
  const { read, unread, hasNew } = evidenceOf(pasts)
  return ({ id, field }, _yours, theirs) => {
    const found = pasts.get(id)?.get(field) ?? UNKNOWN
    const past = withPresent(theirs, field, found.past)
    const later = past.slice(found.lastEqual + 1)
    if (found.lastEqual < 0 || (later[0] && later[0].since <= read)) {
      const lastRead = past.findLastIndex(({ since, isMine }) => since <= read || isMine)
      const since = past.slice(lastRead + 1)
      // A change that was undone leaves nothing to keep.
      if (since.length === 0 || isSame(field, past[lastRead]?.value, theirs)) return 'apply'
      if (field === 'timeline') return 'conflict'
      return isComplete && since.some((state) => state.since >= unread) ? 'conflict' : 'apply'
    }
    if (!isComplete && later.every(({ since }) => since < UNREADABLE)) return 'apply'
    return !hasNew && later.every(({ isMine }) => isMine) ? 'apply' : 'keep'
  }
}

/** Former states of a field, compared with the submitted value. */
interface FieldPast {
  /** Distinct consecutive values, oldest first; at least one. */
  past: readonly State<unknown>[]
  /** Index of the last state equal to the submitted value, or -1. */
  lastEqual: number
  /** Versions of others that the submitted value proves to be read. */
  proves: readonly number[]
}

const NEVER: State = { since: 0, isMine: false, value: undefined }
const UNKNOWN: FieldPast = { past: [NEVER], lastEqual: -1, proves: [] }

function* pastsOf(
  states: States,
  submitted: readonly IdentifiedEntry[],
): Generator<void, ReadonlyMap<string, ReadonlyMap<string, FieldPast>>> {
  const pasts = new Map<string, Map<string, FieldPast>>()
  for (const entry of submitted) {
    const ofEntry = new Map<string, FieldPast>()
    for (const field of fieldsOf(entry)) {
      ofEntry.set(field, yield* pastOf(states.get(entry.id) ?? [NEVER], field, entry[field]))
    }
    pasts.set(entry.id, ofEntry)
  }
  return pasts
}

/** Fields in which two callers rarely enter the same value independently. */
const DISTINCTIVE = new Set(['title', 'description', 'timeline'])

/** Linear in the number of states. */
function* pastOf(
  states: readonly State[],
  field: string,
  ours: unknown,
): Generator<void, FieldPast> {
  const past: State<unknown>[] = []
  const proves: number[] = []
  const isDistinctive = DISTINCTIVE.has(field) && Boolean(ours)
  const keyOf = rememberKeys()
  const introduces = field === 'timeline' ? firstItemsOf(ours, keyOf) : () => false
  let lastEqual = -1
  for (const { value: entry, ...state } of states) {
    yield
    const value = entry?.[field]
    const last = past.at(-1)
    if (last && isSame(field, last.value, value, keyOf)) continue
    const isOurs = isSame(field, value, ours, keyOf)
    const isNew = introduces(value) || (isOurs && lastEqual < 0)
    if (isOurs) lastEqual = past.length
    if (isDistinctive && isNew && last && !state.isMine) proves.push(state.since)
    past.push({ ...state, value })
  }
  return { past, lastEqual, proves }
}

/**
 * Returns a function to call with successive timelines, oldest first: whether one introduces an item of
 * `timeline`.
 */
function firstItemsOf(
  timeline: unknown,
  keyOf: (item: unknown) => string,
): (next: unknown) => boolean {
  const pending = new Set(elementsOf(timeline).map(keyOf))
  return (next) => {
    let isIntroduced = false
    for (const item of elementsOf(next)) {
      if (pending.delete(keyOf(item))) isIntroduced = true
    }
    return isIntroduced
  }
}

interface Evidence {
  /** Newest version that is proven to be read, or 0. */
  read: number
  /** Oldest later version that is proven to be unread. */
  unread: number
  /** Whether the save contains a value without a former state. */
  hasNew: boolean
}

function evidenceOf(pasts: ReadonlyMap<string, ReadonlyMap<string, FieldPast>>): Evidence {
  const proven = new Set<number>()
  const stale = new Set<number>()
  let hasNew = false
  for (const { past, lastEqual, proves } of [...pasts.values()].flatMap((all) => [
    ...all.values(),
  ])) {
    for (const since of proves) proven.add(since)
    const next = past[lastEqual + 1]
    if (lastEqual < 0) hasNew = true
    else if (next) stale.add(next.since)
  }
  // A version that another field disproves was not read: both callers entered the same value.
  const read = Math.max(0, ...[...proven].filter((since) => !stale.has(since)))
  return {
    read,
    unread: Math.min(UNREADABLE, ...[...stale].filter((since) => since > read)),
    hasNew,
  }
}

/** The states including the present value, which can be newer than the scanned history. */
function withPresent(
  theirs: unknown,
  field: string,
  past: readonly State<unknown>[],
): readonly State<unknown>[] {
  if (isSame(field, past.at(-1)?.value, theirs)) return past
  return [...past, { since: UNREADABLE, isMine: false, value: theirs }]
}
