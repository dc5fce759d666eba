import type { Meta } from '../objects/port.ts'
import { numberOf, type Archive } from './archive.ts'
import type { Stored } from './chain.ts'
import { unlessDamaged } from './damaged.ts'
import { digest } from './digest.ts'
import { jsonBytes } from './json-bytes.ts'
import { headAt, headIn, type Head } from './record.ts'

/** A version of a document; the value is `undefined` when the document does not exist. */
export interface Version {
  etag?: string
  value: unknown
  meta?: Meta | undefined
}

/**
 * The record of a version, from its metadata or, without metadata, from the stored records; `undefined`
 * when the history is empty.
 */
export async function headOf(archive: Archive, base: Version): Promise<Head | undefined> {
  return headIn(base.meta) ?? newestRecord(archive, { present: digestOfVersion(base) })
}

/** Digest of a version; `null` when the document does not exist. */
export function digestOfVersion(base: Version): string | null {
  return base.value === undefined ? null : digest(jsonBytes(base.value))
}

/**
 * The newest record among the stored ones, for a document that another program replaced without its metadata.
 *
 * @param present digest of the present document; `null` when it does not exist. A record that leads to it
 *   is the newest; a record that begins with it belongs to a version that was not stored, and is ignored.
 * @param after number of the record in the metadata; its direct successors are ignored
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

/** The records of the highest number that has a readable record. */
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
