import { inSlices } from '@landscape/contracts/async/in-slices'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, elementsOf, type JsonRecord } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { StoredDocument } from '@landscape/store/documents/document'
import { ruleFromHistory, ruleFromBase, type State } from './merge-rules.ts'
import { byId, type MergeRule } from './merge-updates.ts'
import { identified, isIdentified, type IdentifiedEntry } from './submission.ts'
import { opaqueTag, tagOf, versionsOf, type RadarHistory, type Version } from './versions.ts'

/** Maximum number of states within group commits that are hashed. */
const MAX_HASHED_STATES = 50
/** Maximum number of JSON values in all versions of the entries that a save is compared with. */
const MAX_COMPARED_VALUES = 4_000_000

/** The parts of a save that determine its base version. */
interface Save {
  entries: readonly unknown[]
  /** ETag of the base version, if the caller sends it. */
  basedOn?: string | undefined
  /** E-mail of the caller. */
  email: string
}

/**
 * The merge rule for a save. It stays valid for versions that are committed later.
 *
 * @throws DomainError `precondition-failed` when `basedOn` names an unknown version; `conflict` without
 *   `basedOn` if the history is too large to derive the base version
 */
export async function mergeRuleFor(
  document: StoredDocument<RadarDocument>,
  { entries, basedOn, email }: Save,
): Promise<MergeRule> {
  const snapshot = await document.read()
  const past: RadarHistory = { ...(await document.past(snapshot)), radar: snapshot?.value }
  if (basedOn !== undefined) return ruleFromBase(await entriesAt(past, opaqueTag(basedOn)))
  const present = past.radar?.entries ?? []
  const sent = withUniqueIds(entries)
  const submitted = new Set(sent.map(({ id }) => id))
  const isComplete =
    identified(present).filter(({ id }) => submitted.has(id)).length * 2 > present.length
  return ruleFromHistory(await statesOf(past, submitted, email), sent, isComplete)
}

/** Entries with a duplicate id cannot be matched with former states. */
function withUniqueIds(entries: readonly unknown[]): IdentifiedEntry[] {
  const groups = Map.groupBy(identified(entries), ({ id }) => id)
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group : []))
}

/**
 * For a save that is not merged: `basedOn`, if present, must name the current version.
 *
 * @throws DomainError `precondition-failed`
 */
export function assertVersion(radar: RadarDocument | undefined, basedOn: string | undefined): void {
  if (basedOn === undefined || (radar && tagOf(radar) === opaqueTag(basedOn))) return
  throw new DomainError('precondition-failed', 'The resource has changed since it was read')
}

/**
 * Former states of the entries with these ids.
 *
 * @throws DomainError `conflict` above `MAX_COMPARED_VALUES`
 */
async function statesOf(
  past: RadarHistory,
  ids: ReadonlySet<string>,
  email: string,
): Promise<Map<string, State[]>> {
  const newestFirst = new Map<string, State[]>()
  const counted = new Map<object, number>()
  let values = 0
  function* collect(
    entries: Altered,
    introduced?: Pick<State, 'since' | 'isMine'>,
  ): Generator<void, void> {
    for (const [id, value] of entries) {
      if (!ids.has(id)) continue
      const states = newestFirst.get(id) ?? (introduced ? [stateOf(undefined)] : [])
      Object.assign(states.at(-1) ?? {}, introduced)
      states.push(stateOf(value))
      newestFirst.set(id, states)
      values += valuesIn(value, counted)
      if (values > MAX_COMPARED_VALUES) throw notComparable()
      yield
    }
  }
  await inSlices(collect(byId(past.radar?.entries ?? [])))
  for await (const { record, changes } of versionsOf(past)) {
    for (const change of changes) {
      const introduced = { since: record.number, isMine: change.email === email }
      await inSlices(collect(alteredEntries(change), introduced))
    }
  }
  return new Map([...newestFirst].map(([id, states]) => [id, states.toReversed()]))
}

function stateOf(value: JsonRecord | undefined): State {
  return { since: 0, isMine: false, value }
}

function notComparable(): DomainError {
  const text = 'Too many changes to derive the base version; send its ETag in basedOn'
  return new DomainError('conflict', text)
}

/**
 * Number of JSON values in a value, itself included.
 *
 * @param counted objects that versions share
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

/** Entries by id; `undefined` for a missing one. */
type Altered = ReadonlyMap<string, JsonRecord | undefined>

/** Entries altered by a change, in their state before it. */
function alteredEntries({ steps, before, after }: Version['changes'][number]): Altered {
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
  const removed = [...byId(after).keys()].map((id) => [id, undefined] as const)
  return new Map([...removed, ...byId(before)])
}

function entriesOf(radar: unknown): readonly unknown[] {
  return elementsOf(asRecord(radar)['entries'])
}

/** Entries of the version with this ETag. */
async function entriesAt(past: RadarHistory, tag: string): Promise<readonly unknown[]> {
  const { radar } = past
  if (radar && tagOf(radar) === tag) return radar.entries
  let tagged = 0
  for await (const { record, changes } of versionsOf(past)) {
    for (const [i, { before, after }] of changes.entries()) {
      if (i === 0 && record.leadsTo.startsWith(tag)) return entriesOf(after)
      if (i === changes.length - 1 && record.from?.startsWith(tag)) return entriesOf(before)
      // The response to an edit within a group commit has the ETag of the state after that edit.
      if (i > 0 && tagged++ < MAX_HASHED_STATES && tagOf(after) === tag) return entriesOf(after)
    }
  }
  const text = 'The version in basedOn is unknown; read the radar again'
  throw new DomainError('precondition-failed', text)
}
