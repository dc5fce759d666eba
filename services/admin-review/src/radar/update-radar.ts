import { type RadarDocument, type RadarEntry, isRecord } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import {
  assertReferences,
  identified,
  INVALID_ENTRY,
  isIdentified,
  type EntryInput,
  type Structure,
  type Submission,
} from './submission.ts'
import { attribute, type Attribution } from './attribute.ts'
import { reconcile, type EntryUpdate, type Judge } from './reconcile.ts'

const MAX_ENTRIES = 5_000

/** A radar after a submission. */
export interface Updated {
  radar: RadarDocument
  /** Ids of the entries in which others' changes were kept. */
  kept: string[]
}

/**
 * The radar after a submission: with a structure of its own it replaces everything in its order,
 * otherwise its entries are merged.
 *
 * @param judge decides between what is sent and what others did meanwhile; what is sent counts when absent
 * @throws DomainError `invalid-input` when an entry does not fit the stored structure; `conflict` when
 *   somebody else changed the same entry
 * @throws Error when there is no radar to merge into
 */
export function updateRadar(
  radar: RadarDocument | undefined,
  { structure, entries }: Submission,
  attribution: Attribution,
  judge: Judge = () => 'apply',
): Updated {
  if (structure) return { radar: replaceRadar(radar, structure, entries, attribution), kept: [] }
  if (!radar) throw new Error('There is no radar document to merge entries into')
  assertReferences(entries, radar)
  const { entries: updates, kept } = reconcile(radar.entries, entries, judge)
  const merged = mergeEntries(radar.entries, updates, attribution)
  if (merged.length > Math.max(MAX_ENTRIES, radar.entries.length)) {
    throw new DomainError('invalid-input', `${INVALID_ENTRY}: at most ${MAX_ENTRIES} are stored`)
  }
  return { radar: { ...radar, entries: merged }, kept }
}

function replaceRadar(
  radar: RadarDocument | undefined,
  structure: Structure,
  entries: readonly EntryInput[],
  attribution: Attribution,
): RadarDocument {
  const stored = new Map(identified(radar?.entries ?? []).map((entry) => [entry.id, entry]))
  return {
    ...radar,
    ...structure,
    entries: entries.map((entry) =>
      cleanEntry(attributed(entry, stored.get(entry.id), attribution)),
    ),
  }
}

/**
 * Merges submitted entries into the stored ones by id: submitted fields win, others survive, a
 * timeline is replaced as a whole, nothing is deleted, not even what is no entry. Sorted by
 * quadrant and title.
 */
export function mergeEntries(
  stored: readonly unknown[],
  submitted: readonly EntryUpdate[],
  attribution: Attribution,
): unknown[] {
  const open = new Map(submitted.map((entry) => [entry.id, entry]))
  const merged = stored.map((entry) => {
    if (!isIdentified(entry)) return entry
    const update = open.get(entry.id)
    open.delete(entry.id)
    return cleanEntry(update ? { ...entry, ...attributed(update, entry, attribution) } : entry)
  })
  const added = [...open.values()].map((entry) =>
    cleanEntry(attributed(entry, undefined, attribution)),
  )
  return [...merged, ...added].sort(compareEntries)
}

/** A submitted entry with the authors of its timeline settled. */
function attributed(
  entry: EntryUpdate,
  stored: RadarEntry | undefined,
  attribution: Attribution,
): EntryUpdate {
  if (!entry.timeline) return entry
  return { ...entry, timeline: attribute(entry.timeline, stored?.['timeline'], attribution) }
}

/** Drops the working field that the review page leaks into what it saves. */
function cleanEntry<E extends RadarEntry>(entry: E): E {
  if (!Object.hasOwn(entry, 'filteredTimeline')) return entry
  const { filteredTimeline: _leaked, ...rest } = entry
  return rest as E
}

const titles = new Intl.Collator('en')

/**
 * Order of entries: by quadrant (numeric ids by value, other ids after them alphabetically), then
 * by title.
 */
export function compareEntries(a: unknown, b: unknown): number {
  return (
    compareQuadrants(textOf(a, 'quadrant'), textOf(b, 'quadrant')) ||
    titles.compare(textOf(a, 'title'), textOf(b, 'title'))
  )
}

function compareQuadrants(a: string, b: string): number {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return x - y
  if (x === undefined && y === undefined) return titles.compare(a, b)
  return x === undefined ? 1 : -1
}

function numberOf(id: string): number | undefined {
  const value = id.trim() === '' ? NaN : Number(id)
  return Number.isFinite(value) ? value : undefined
}

/** A stored entry may lack what is required of a submitted one. */
function textOf(entry: unknown, field: string): string {
  const value = isRecord(entry) ? entry[field] : undefined
  return typeof value === 'string' ? value : ''
}
