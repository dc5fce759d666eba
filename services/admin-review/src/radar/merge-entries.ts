import type { RadarEntry } from '@landscape/contracts'
import { isIdentified } from '../json/record.ts'
import { attribute, type Attribution } from './attribute.ts'
import { cleanEntry } from './clean-entry.ts'
import { compareEntries } from './compare-entries.ts'
import type { EntryInput } from './radar-input.ts'

/**
 * Merges submitted entries into the stored ones by id: submitted fields win, others survive, a
 * timeline is replaced as a whole, nothing is deleted, not even what is no entry. Sorted by
 * quadrant and title.
 */
export function mergeEntries(
  stored: readonly unknown[],
  submitted: readonly EntryInput[],
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
export function attributed(
  entry: EntryInput,
  stored: RadarEntry | undefined,
  attribution: Attribution,
): EntryInput {
  return { ...entry, timeline: attribute(entry.timeline, stored?.['timeline'], attribution) }
}
