import type { Meta } from '../objects/port.ts'
import { numberOf, type Archive } from './archive.ts'
import type { Stored } from './chain.ts'
import { unlessDamaged } from './damaged.ts'
import { jsonBytes } from './json-bytes.ts'
import { digest, headAt, headIn, type Head } from './record.ts'

/** A version as the history sees it; no value when there is no document. */
export interface Version {
  etag?: string
  value: unknown
  meta?: Meta | undefined
}

/**
 * The record of a version, as its metadata name it, or by what lies in the store; `undefined` when
 * nothing was ever recorded.
 */
export async function headOf(archive: Archive, base: Version): Promise<Head | undefined> {
  return headIn(base.meta) ?? newestRecord(archive, { present: presentIn(base) })
}

/** Digest of a version; `null` when there is no document. */
export function presentIn(base: Version): string | null {
  return base.value === undefined ? null : digest(jsonBytes(base.value))
}

/**
 * The newest record, by what lies in the store: for a document whose metadata do not tell, because
 * somebody replaced it by other means.
 *
 * @param present digest of the document as it is; `null` when there is none. A record that leads there
 *   is the one; one that begins there belongs to a version that was never stored, and does not count.
 * @param after the record that the metadata do name: its direct successors do not count either
 */
export async function newestRecord(
  archive: Archive,
  { present, after }: { present: string | null; after?: number },
): Promise<Head | undefined> {
  const slots = await archive.slots()
  const last = numberOf(slots.at(-1) ?? '0')
  if (after === undefined ? last === 0 : last < after + 2) {
    return after === undefined ? archive.checkpoint() : undefined
  }
  let newest: Stored | undefined
  let before: Stored | undefined
  for (const { slot, record } of await lastReadable(archive, slots)) {
    if (record.leadsTo === present) return headAt(record, slot)
    if (record.from === present) before = await storedAt(archive, record.previous?.slot)
    else if (!(newest && newest.record.at > record.at)) newest = { slot, record }
  }
  const found = newest ?? before
  return found ? headAt(found.record, found.slot) : archive.checkpoint()
}

/** The records of the highest number of which one can be read. */
async function lastReadable(archive: Archive, slots: readonly string[]): Promise<Stored[]> {
  const found: Stored[] = []
  for (const slot of slots.toReversed()) {
    if (found[0] && numberOf(slot) < numberOf(found[0].slot)) break
    const stored = await storedAt(archive, slot)
    if (stored) found.unshift(stored)
  }
  return found
}

async function storedAt(archive: Archive, slot: string | undefined): Promise<Stored | undefined> {
  const record = slot === undefined ? undefined : await archive.record(slot).catch(unlessDamaged)
  return slot !== undefined && record ? { slot, record } : undefined
}
