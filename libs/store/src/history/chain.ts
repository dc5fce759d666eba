import { setImmediate as yieldToOthers } from 'node:timers/promises'
import {
  BLOCK,
  blockOf,
  numberOf,
  slotOf,
  type Archive,
  type Block,
  type Outline,
} from './archive.ts'
import { HistoryDamaged, unlessDamaged } from './damaged.ts'
import type { Head, VersionRecord } from './record.ts'

/** A record and its slot. */
export interface Stored {
  slot: string
  record: VersionRecord
}

/** The position of a record. */
export type At = Pick<Head, 'slot' | 'number'>

/** Maximum number of records to prefetch from their usual slots. */
const MAX_PREFETCH = 16
/** Records of more characters than this are prefetched in smaller numbers, because all are in memory. */
const LARGE_RECORD = 2 ** 16
const MAX_LARGE_PREFETCH = 4

/**
 * The records of a document, newest first. Yields to the event loop between two blocks.
 *
 * @param head the newest record
 * @param from the record to begin with
 * @throws HistoryDamaged when a record is missing or damaged
 */
export async function* backwards(
  archive: Archive,
  head: At,
  from: At = head,
): AsyncGenerator<Stored> {
  let slot: string | undefined = from.slot
  const forgotten = await forgottenIn(archive)
  /** The lowest prefetched number. */
  let prefetched = Infinity
  while (slot !== undefined) {
    const number = numberOf(slot)
    if (number <= forgotten) return
    const block = await foldedBlock(archive, number, head.number)
    const upTo = block?.records.filter((stored) => stored.record.number <= number) ?? []
    // A truncated block may lack the record.
    if (block && upTo.length > 0) {
      for (let i = blockOf(number) - 1; i >= 0 && i > blockOf(number) - 4; i--)
        prefetch(archive.block(i))
      yield* upTo.filter(({ record }) => record.number > forgotten).toReversed()
      await yieldToOthers()
      slot = slotBefore(number, block.records[0]?.record)
      continue
    }
    const record = await archive.record(slot)
    if (!record) throw new HistoryDamaged(`The record ${slot} is missing`, archive.recordKey(slot))
    if (number <= prefetched) {
      const isLarge = JSON.stringify(record).length > LARGE_RECORD
      const count = isLarge ? MAX_LARGE_PREFETCH : MAX_PREFETCH
      prefetched = Math.max(1, blockOf(number) * BLOCK + 1, number - count)
      for (let i = prefetched; i < number; i++) prefetch(archive.record(slotOf(i)))
    }
    yield { slot, record }
    slot = slotBefore(number, record)
  }
}

/** Starts a read for the cache; a failure is reported when the object is needed. */
function prefetch(read: Promise<unknown>): void {
  read.catch(() => {})
}

/**
 * The slot of the previous record, whose number must be lower, so that an altered record cannot form a
 * cycle.
 */
function slotBefore(number: number, record: VersionRecord | undefined): string | undefined {
  const slot = record?.previous?.slot
  if (slot === undefined || numberOf(slot) < number) return slot
  throw new HistoryDamaged(`The record ${number} has an invalid previous record`)
}

/** The number of the last deleted record; 0 when none was deleted. */
async function forgottenIn(archive: Archive): Promise<number> {
  return (await archive.checkpoint())?.number ?? 0
}

/**
 * The block of a record; `undefined` when the block is incomplete or damaged, so that single records are
 * read.
 */
async function foldedBlock(
  archive: Archive,
  number: number,
  last: number,
): Promise<Block | undefined> {
  const index = blockOf(number)
  if ((index + 1) * BLOCK > last) return undefined
  return archive.block(index).catch(unlessDamaged)
}

/**
 * The record with a number, of the chain that ends with the head; `undefined` when it was deleted.
 *
 * @throws HistoryDamaged when a later record is missing or damaged
 */
export async function recordAt(
  archive: Archive,
  head: At,
  number: number,
): Promise<Stored | undefined> {
  // Another process may have deleted records that are in this cache.
  if (number > head.number || number <= (await forgottenIn(archive))) return undefined
  const block = await foldedBlock(archive, number, head.number)
  const folded = block?.records.find(({ record }) => record.number === number)
  if (folded) return folded
  const slot = block?.outline?.find((one) => one.number === number)?.slot
  const record = slot === undefined ? undefined : await archive.record(slot)
  if (slot !== undefined && record) return { slot, record }
  for await (const stored of backwards(archive, head)) {
    if (stored.record.number <= number) return stored.record.number === number ? stored : undefined
  }
  return undefined
}

/**
 * The record in a slot, of the chain that ends with the head.
 *
 * @throws HistoryDamaged when it is missing
 */
export async function recordIn(
  archive: Archive,
  head: At,
  { slot, number }: At,
): Promise<VersionRecord> {
  const block = await foldedBlock(archive, number, head.number)
  const folded = block?.records.find((stored) => stored.slot === slot)
  const record = folded?.record ?? (await archive.record(slot))
  if (!record) throw new HistoryDamaged(`The record ${slot} is missing`, archive.recordKey(slot))
  return record
}

/**
 * The newest record at or before an instant.
 *
 * @param instant milliseconds since the epoch
 * @throws HistoryDamaged when a later record is missing or damaged
 */
export async function recordBefore(
  archive: Archive,
  head: Head,
  instant: number,
): Promise<Stored | undefined> {
  const from = head.at <= instant ? head : await blockEndAfter(archive, head, instant)
  for await (const stored of backwards(archive, head, from)) {
    if (Date.parse(stored.record.at) <= instant) return stored
  }
  return undefined
}

/** The end of the first block after an instant, or the head. */
async function blockEndAfter(archive: Archive, head: Head, instant: number): Promise<At> {
  let low = 0
  let high = Math.floor(head.number / BLOCK)
  let found: At = head
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const last = endOf(await archive.block(middle).catch(unlessDamaged))
    // A missing block counts as older; for a block that was never folded the walk only begins later.
    if (last && Date.parse(last.at) > instant) {
      found = last
      high = middle
    } else low = middle + 1
  }
  return found
}

function endOf(block: Block | undefined): Outline | undefined {
  const last = block?.records.at(-1)
  if (!last) return block?.outline?.at(-1)
  return { slot: last.slot, number: last.record.number, at: last.record.at }
}
