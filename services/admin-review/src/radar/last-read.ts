import { elementsOf, type JsonRecord } from '@landscape/contracts'
import { byId, fieldsOf, isSame, isSameItem, type Judge } from './reconcile.ts'
import type { IdentifiedEntry } from './submission.ts'

/**
 * For a save that says which version it was made on: what only one side changed since is that
 * side's.
 *
 * @param base entries of that version
 */
export function readVersion(base: readonly unknown[]): Judge {
  const read = byId(base)
  return ({ id, field }, yours, theirs) => {
    const before = read.get(id)?.[field]
    if (isSame(field, yours, before)) return 'keep'
    return isSame(field, theirs, before) ? 'apply' : 'conflict'
  }
}

/** What an entry, or a field of it, was for a while. */
export interface State<T = JsonRecord | undefined> {
  /** Number of the version that began it; 0 when that is longer ago than was looked. */
  since: number
  /** Whether the one who saves now began it. */
  isMine: boolean
  value: T
}

/** The states of entries by their ids, oldest first; the last is that of the newest version. */
export type States = ReadonlyMap<string, readonly State[]>

/** A state of which nobody can know who saved before it came. */
const LATER = Number.POSITIVE_INFINITY

/**
 * For a save that does not say what it was made on, by what it shows to have been read.
 *
 * - A value that somebody else brought in shows that its version was read, and all before it.
 * - A value that stood there once, and was replaced by what is not shown to have been read, is what
 *   the page had loaded: it does not undo. It does when the version that replaced it was read; when
 *   the page does not send all it has; when only the caller changed it and sends nothing else.
 * - What never stood there is the caller's own. When it is another by others since the newest version
 *   that is shown to have been read, a timeline is a conflict; another field only when it is shown
 *   that their change was not read.
 *
 * @param states of the submitted entries; none for what never was on the radar
 * @param isWhole whether the page sends all it has
 */
export function readByHistory(
  states: States,
  submitted: readonly IdentifiedEntry[],
  isWhole: boolean,
): Judge {
  const { read, unread, hasOwn } = evidenceOf(states, submitted)
  return ({ id, field }, yours, theirs) => {
    const past = upTo(theirs, field, statesOf(states, id, field))
    const stood = past.findLastIndex(({ value }) => isSame(field, value, yours))
    const isKnown = ({ since, isMine }: State<unknown>) => since <= read || isMine
    const later = past.slice(stood + 1)
    if (stood < 0 || (later[0] && later[0].since <= read)) {
      const known = past.findLastIndex(isKnown)
      const since = past.slice(known + 1)
      // What others did since may come to nothing: an undone change leaves nothing to keep.
      if (since.length === 0 || isSame(field, past[known]?.value, theirs)) return 'apply'
      if (field === 'timeline') return 'conflict'
      return isWhole && since.some((state) => state.since >= unread) ? 'conflict' : 'apply'
    }
    if (!isWhole && later.every(({ since }) => since < LATER)) return 'apply'
    return !hasOwn && later.every(({ isMine }) => isMine) ? 'apply' : 'keep'
  }
}

interface Evidence {
  /** The newest version that is shown to have been read; 0 when none is. */
  read: number
  /** The oldest one after it that is shown not to have been. */
  unread: number
  /** Whether there is anything that never stood there. */
  hasOwn: boolean
}

function evidenceOf(states: States, submitted: readonly IdentifiedEntry[]): Evidence {
  const shown = new Set<number>()
  const stale = new Set<number>()
  let hasOwn = false
  for (const entry of submitted) {
    for (const field of fieldsOf(entry)) {
      const past = statesOf(states, entry.id, field)
      const yours = entry[field]
      for (const since of shownBy(field, yours, past)) shown.add(since)
      if (isSame(field, past.at(-1)?.value, yours)) continue
      const next = past[past.findLastIndex(({ value }) => isSame(field, value, yours)) + 1]
      if (next && next !== past[0]) stale.add(next.since)
      else hasOwn = true
    }
  }
  // What is seen of a version in one place and not in another was rather typed twice.
  const read = Math.max(0, ...[...shown].filter((since) => !stale.has(since)))
  return { read, unread: Math.min(LATER, ...[...stale].filter((since) => since > read)), hasOwn }
}

/** Fields whose values two people do not bring in by chance. */
const TELLING = new Set(['title', 'description', 'timeline'])

/** The versions of others that a value is shown to have been read in. */
function shownBy(field: string, yours: unknown, past: readonly State<unknown>[]): number[] {
  if (!TELLING.has(field) || !yours) return []
  const first = past.findIndex(({ value }) => isSame(field, value, yours))
  return past
    .filter((state, i) => {
      if (i === 0 || state.isMine) return false
      if (i === first) return true
      return field === 'timeline' && broughtItems(past, i).some((item) => hasItem(yours, item))
    })
    .map(({ since }) => since)
}

/** The positions that no state before this one had. */
function broughtItems(past: readonly State<unknown>[], index: number): unknown[] {
  const before = past.slice(0, index)
  return elementsOf(past[index]?.value).filter(
    (item) => !before.some(({ value }) => hasItem(value, item)),
  )
}

function hasItem(timeline: unknown, item: unknown): boolean {
  return elementsOf(timeline).some((other) => isSameItem(other, item))
}

/** What a field was, oldest first, without the states in which it stayed as it was. */
function statesOf(states: States, id: string, field: string): State<unknown>[] {
  const past: State<unknown>[] = []
  for (const { value: entry, ...state } of states.get(id) ?? [NEVER]) {
    const value = entry?.[field]
    const last = past.at(-1)
    if (!last || !isSame(field, last.value, value)) past.push({ ...state, value })
  }
  return past
}

const NEVER: State = { since: 0, isMine: false, value: undefined }

/** The same with the version that is written on, when it is newer than those that were looked at. */
function upTo(theirs: unknown, field: string, past: State<unknown>[]): State<unknown>[] {
  if (isSame(field, past.at(-1)?.value, theirs)) return past
  return [...past, { since: LATER, isMine: false, value: theirs }]
}
