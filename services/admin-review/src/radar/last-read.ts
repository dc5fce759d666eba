import { elementsOf, inSlices, type JsonRecord } from '@landscape/contracts'
import { byId, fieldsOf, type Judge } from './reconcile.ts'
import { isSame, rememberKeys } from './same-field.ts'
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
type States = ReadonlyMap<string, readonly State[]>

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
 * @returns judges fields of the submitted entries, as they were submitted
 */
export async function readByHistory(
  states: States,
  submitted: readonly IdentifiedEntry[],
  isWhole: boolean,
): Promise<Judge> {
  const pasts = await inSlices(pastsOf(states, submitted))
  const { read, unread, hasOwn } = evidenceOf(pasts)
  return ({ id, field }, _yours, theirs) => {
    const found = pasts.get(id)?.get(field) ?? UNKNOWN
    const past = upTo(theirs, field, found.past)
    const later = past.slice(found.stood + 1)
    if (found.stood < 0 || (later[0] && later[0].since <= read)) {
      const known = past.findLastIndex(({ since, isMine }) => since <= read || isMine)
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

/** What a field was, and what the value that is sent tells of it. */
interface FieldPast {
  /** Oldest first, without the states in which it stayed as it was; at least one. */
  past: readonly State<unknown>[]
  /** Index of the last state with the value that is sent; -1 when there is none. */
  stood: number
  /** The versions of others that the value is shown to have been read in. */
  shows: readonly number[]
}

const NEVER: State = { since: 0, isMine: false, value: undefined }
const UNKNOWN: FieldPast = { past: [NEVER], stood: -1, shows: [] }

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

/** Fields whose values two people do not bring in by chance. */
const TELLING = new Set(['title', 'description', 'timeline'])

/** Looks at each state once, however many there are. */
function* pastOf(
  states: readonly State[],
  field: string,
  yours: unknown,
): Generator<void, FieldPast> {
  const past: State<unknown>[] = []
  const shows: number[] = []
  const isTelling = TELLING.has(field) && Boolean(yours)
  const keyOf = rememberKeys()
  const brings = field === 'timeline' ? sharedPositions(yours, keyOf) : () => false
  let stood = -1
  for (const { value: entry, ...state } of states) {
    yield
    const value = entry?.[field]
    const last = past.at(-1)
    if (last && isSame(field, last.value, value, keyOf)) continue
    const isYours = isSame(field, value, yours, keyOf)
    const isNew = brings(value) || (isYours && stood < 0)
    if (isYours) stood = past.length
    if (isTelling && isNew && last && !state.isMine) shows.push(state.since)
    past.push({ ...state, value })
  }
  return { past, stood, shows }
}

/**
 * Tells of timelines, oldest first, whether one brings in a position that another timeline has and that
 * none before it had.
 */
function sharedPositions(
  timeline: unknown,
  keyOf: (position: unknown) => string,
): (next: unknown) => boolean {
  const wanted = new Set(elementsOf(timeline).map(keyOf))
  return (next) => {
    let isBrought = false
    for (const position of elementsOf(next)) {
      if (wanted.delete(keyOf(position))) isBrought = true
    }
    return isBrought
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

function evidenceOf(pasts: ReadonlyMap<string, ReadonlyMap<string, FieldPast>>): Evidence {
  const shown = new Set<number>()
  const stale = new Set<number>()
  let hasOwn = false
  for (const { past, stood, shows } of [...pasts.values()].flatMap((all) => [...all.values()])) {
    for (const since of shows) shown.add(since)
    const next = past[stood + 1]
    if (stood < 0) hasOwn = true
    else if (next) stale.add(next.since)
  }
  // What is seen of a version in one place and not in another was rather typed twice.
  const read = Math.max(0, ...[...shown].filter((since) => !stale.has(since)))
  return { read, unread: Math.min(LATER, ...[...stale].filter((since) => since > read)), hasOwn }
}

/** The same with the version that is written on, when it is newer than those that were looked at. */
function upTo(
  theirs: unknown,
  field: string,
  past: readonly State<unknown>[],
): readonly State<unknown>[] {
  if (isSame(field, past.at(-1)?.value, theirs)) return past
  return [...past, { since: LATER, isMine: false, value: theirs }]
}
