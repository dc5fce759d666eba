import type { Meta } from '../objects/port.ts'
import { runOf, type Archive } from './archive.ts'
import { unlessDamaged } from './damaged.ts'
import { jsonBytes } from '../json/json-bytes.ts'
import { digest, headAt, headIn, numberOf, type Head, type VersionRecord } from './record.ts'

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
  return headIn(base.meta) ?? newestRecord(archive, base)
}

/** Digest of a version; `null` when the document does not exist. */
export function digestOfVersion(base: Version): string | null {
  return base.value === undefined ? null : digest(jsonBytes(base.value))
}

/**
 * The newest record among the stored ones, for a document that another program stored without its metadata. A
 * record that leads to the document is the newest; a record that begins with it belongs to a version that was not
 * stored, and is ignored.
 */
async function newestRecord(archive: Archive, base: Version): Promise<Head | undefined> {
  const records = await lastReadable(archive)
  // The digest of a large document takes long.
  const present = records.length > 0 ? digestOfVersion(base) : null
  let newest: VersionRecord | undefined
  let before: VersionRecord | undefined
  for (const record of records) {
    if (record.leadsTo === present) return headAt(record)
    if (record.from === present) {
      const slot = record.previous?.slot
      before = slot === undefined ? undefined : await archive.record(slot).catch(unlessDamaged)
    } else if (!(newest && newest.at > record.at)) newest = record
  }
  const record = newest ?? before
  return record ? headAt(record) : newestCopy(archive)
}

/** The records of the highest number that has a readable record. */
async function lastReadable(archive: Archive): Promise<VersionRecord[]> {
  const last = (await archive.copies()).at(-1)
  const slots: string[] = []
  for (let index = runOf(Math.max(1, numberOf(last?.slot ?? '1'))); ; index++) {
    const more = await archive.slots(index)
    if (more.length === 0) break
    slots.push(...more)
  }
  const records: VersionRecord[] = []
  for (const slot of slots.toReversed()) {
    if (records[0] && numberOf(slot) < records[0].number) break
    const record = await archive.record(slot).catch(unlessDamaged)
    if (record) records.unshift(record)
  }
  return records
}

/** The reference to the last record when all were deleted. */
async function newestCopy(archive: Archive): Promise<Head | undefined> {
  const copy = (await archive.copies()).at(-1)
  const text = copy && numberOf(copy.slot) > 0 ? await archive.text(copy.name) : undefined
  if (!copy || text === undefined) return undefined
  return { slot: copy.slot, at: copy.at, number: numberOf(copy.slot), leadsTo: digest(text) }
}
