import {
  asRecord,
  DomainError,
  elementsOf,
  inSlices,
  type JsonRecord,
  type RadarDocument,
} from '@landscape/contracts'
import type { StoredDocument } from '@landscape/store'
import { readByHistory, readVersion, type State } from './last-read.ts'
import { byId, type Judge } from './reconcile.ts'
import { identified, isIdentified, type IdentifiedEntry } from './submission.ts'
import { opaqueTag, tagOf, turnsOf, type Looked, type Turn } from './turns.ts'

/** Versions in the middle of a group commit whose tags are worked out. */
const MAX_TAGS = 50
/** Maximum number of JSON values in all versions of the entries that a save is compared with. */
const MAX_COMPARED_VALUES = 4_000_000

/** A save, as far as it matters what of the radar its caller had read. */
interface Save {
  entries: readonly unknown[]
  /** ETag of the read that it was made on, when it says that. */
  basedOn?: string | undefined
  /** E-mail of who saves. */
  email: string
}

/**
 * Finds out which version a save was made on. It may be judged with on any later version too: what
 * came after this look nobody had read who saved before it.
 *
 * @throws DomainError `precondition-failed` when the version that it names is not one that is known;
 *   `conflict` when it names none, and too much has changed to find out
 */
export async function judgeOf(
  document: StoredDocument<RadarDocument>,
  { entries, basedOn, email }: Save,
): Promise<Judge> {
  const snapshot = await document.read()
  const past: Looked = { ...(await document.past(snapshot)), radar: snapshot?.value }
  if (basedOn !== undefined) return readVersion(await entriesAt(past, opaqueTag(basedOn)))
  const present = past.radar?.entries ?? []
  const sent = withIdsOfTheirOwn(entries)
  const submitted = new Set(sent.map(({ id }) => id))
  const isWhole =
    identified(present).filter(({ id }) => submitted.has(id)).length * 2 > present.length
  return readByHistory(await statesOf(past, submitted, email), sent, isWhole)
}

/** Of entries that share an id nobody can say which of them somebody read. */
function withIdsOfTheirOwn(entries: readonly unknown[]): IdentifiedEntry[] {
  const groups = Map.groupBy(identified(entries), ({ id }) => id)
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group : []))
}

/**
 * For a save that is not merged: the version that it names, if any, has to be the one that is written on.
 *
 * @throws DomainError `precondition-failed`
 */
export function assertVersion(radar: RadarDocument | undefined, basedOn: string | undefined): void {
  if (basedOn === undefined || (radar && tagOf(radar) === opaqueTag(basedOn))) return
  throw new DomainError('precondition-failed', 'The resource has changed since it was read')
}

/**
 * What the entries of these ids were.
 *
 * @throws DomainError `conflict` when that is more than is compared with a save
 */
async function statesOf(
  past: Looked,
  ids: ReadonlySet<string>,
  email: string,
): Promise<Map<string, State[]>> {
  const newestFirst = new Map<string, State[]>()
  const counted = new Map<object, number>()
  let values = 0
  function* collect(
    entries: Altered,
    begun?: Pick<State, 'since' | 'isMine'>,
  ): Generator<void, void> {
    for (const [id, value] of entries) {
      if (!ids.has(id)) continue
      const states = newestFirst.get(id) ?? (begun ? [stateOf(undefined)] : [])
      Object.assign(states.at(-1) ?? {}, begun)
      states.push(stateOf(value))
      newestFirst.set(id, states)
      values += valuesIn(value, counted)
      if (values > MAX_COMPARED_VALUES) throw notComparable()
      yield
    }
  }
  await inSlices(collect(byId(past.radar?.entries ?? [])))
  for await (const { record, changes } of turnsOf(past)) {
    for (const change of changes) {
      const begun = { since: record.number, isMine: change.email === email }
      await inSlices(collect(alteredEntries(change), begun))
    }
  }
  return new Map([...newestFirst].map(([id, states]) => [id, states.toReversed()]))
}

function stateOf(value: JsonRecord | undefined): State {
  return { since: 0, isMine: false, value }
}

function notComparable(): DomainError {
  const text = 'Too much has changed to tell which version was read: send its ETag as basedOn'
  return new DomainError('conflict', text)
}

/**
 * How many JSON values a value holds, itself included.
 *
 * @param counted objects that other versions have, too
 */
function valuesIn(value: unknown, counted: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return 1
  const known = counted.get(value)
  if (known !== undefined) return known
  let count = 1
  for (const part of Object.values(value)) count += valuesIn(part, counted)
  counted.set(value, count)
  return count
}

/** Entries by their ids; `undefined` where there was none. */
type Altered = ReadonlyMap<string, JsonRecord | undefined>

/** The entries that a change altered, as they were before it; `undefined`: there was none. */
function alteredEntries({ steps, before, after }: Turn['changes'][number]): Altered {
  const entries = { before: entriesOf(before), after: entriesOf(after) }
  const altered = new Map<string, JsonRecord | undefined>()
  for (const { at, op, order } of steps) {
    const [member, index] = at
    if (index === undefined) {
      if (!order && (member === undefined || member === 'entries')) return allOf(entries)
      continue
    }
    if (member !== 'entries') continue
    const isNew = at.length === 2 && op === 'add'
    const entry = (isNew ? entries.after : entries.before)[Number(index)]
    if (isIdentified(entry) && !altered.has(entry.id))
      altered.set(entry.id, isNew ? undefined : entry)
  }
  return altered
}

function allOf({ before, after }: Record<'before' | 'after', readonly unknown[]>): Altered {
  const gone = [...byId(after).keys()].map((id) => [id, undefined] as const)
  return new Map([...gone, ...byId(before)])
}

function entriesOf(radar: unknown): readonly unknown[] {
  return elementsOf(asRecord(radar)['entries'])
}

/** The entries of the version that a tag names. */
async function entriesAt(past: Looked, tag: string): Promise<readonly unknown[]> {
  const { radar } = past
  if (radar && tagOf(radar) === tag) return radar.entries
  let tagged = 0
  for await (const { record, changes } of turnsOf(past)) {
    for (const [i, { before, after }] of changes.entries()) {
      if (i === 0 && record.leadsTo.startsWith(tag)) return entriesOf(after)
      if (i === changes.length - 1 && record.from?.startsWith(tag)) return entriesOf(before)
      // The answer to an edit within a group commit has the tag of what that edit left.
      if (i > 0 && tagged++ < MAX_TAGS && tagOf(after) === tag) return entriesOf(after)
    }
  }
  const text = 'The version that this is based on is not known: read the radar again'
  throw new DomainError('precondition-failed', text)
}
