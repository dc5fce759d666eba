import type { RadarDocument } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { identified } from '../json/record.ts'
import { assertReferences, INVALID_ENTRY } from './assert-references.ts'
import type { Attribution } from './attribute.ts'
import { cleanEntry } from './clean-entry.ts'
import { attributed, mergeEntries } from './merge-entries.ts'
import type { Structure, Submission } from './read-submission.ts'
import type { EntryInput } from './radar-input.ts'

const MOST_ENTRIES = 5_000

/**
 * The radar after a submission: with a structure of its own it replaces everything in its order,
 * otherwise its entries are merged.
 *
 * @throws DomainError `invalid-input` when an entry does not fit the stored structure
 * @throws Error when there is no radar to merge into
 */
export function updateRadar(
  radar: RadarDocument | undefined,
  { structure, entries }: Submission,
  attribution: Attribution,
): RadarDocument {
  if (structure) return replaceRadar(radar, structure, entries, attribution)
  if (!radar) throw new Error('There is no radar document to merge entries into')
  assertReferences(entries, radar)
  const merged = mergeEntries(radar.entries, entries, attribution)
  if (merged.length > Math.max(MOST_ENTRIES, radar.entries.length)) {
    throw new DomainError('invalid-input', `${INVALID_ENTRY}: at most ${MOST_ENTRIES} are stored`)
  }
  return { ...radar, entries: merged }
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
