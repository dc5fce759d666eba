import { setImmediate as giveWay } from 'node:timers/promises'
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

/** A record and where it lies. */
export interface Stored {
  slot: string
  record: VersionRecord
}

/** Where a record lies. */
export type At = Pick<Head, 'slot' | 'number'>

/** Objects are asked for so many at a time, before it is known that they lie where they mostly do. */
const AHEAD = 16
/** Fewer after a record of more characters than this: all of them are held in memory. */
const LARGE = 2 ** 16
const LARGE_AHEAD = 4

/**
 * The records of a document, newest first. Others are served between two blocks.
 *
 * @param head the newest of the document
 * @param from the first that is wanted
 * @throws HistoryDamaged when one that is named is missing, or damaged
 */
export async function* backwards(
  archive: Archive,
  head: At,
  from: At = head,
): AsyncGenerator<Stored> {
  let slot: string | undefined = from.slot
  const forgotten = await forgottenIn(archive)
  /** The lowest number that was asked for. */
  let asked = Infinity
  while (slot !== undefined) {
    const number = numberOf(slot)
    if (number <= forgotten) return
    const block = await foldedBlock(archive, number, head.number)
    const upTo = block?.records.filter((stored) => stored.record.number <= number) ?? []
    // A block that somebody cut off has nothing to say of those that went.
    if (block && upTo.length > 0) {
      for (let i = blockOf(number) - 1; i >= 0 && i > blockOf(number) - 4; i--)
        ask(archive.block(i))
      yield* upTo.filter(({ record }) => record.number > forgotten).toReversed()
      await giveWay()
      slot = slotBefore(number, block.records[0]?.record)
      continue
    }
    const record = await archive.record(slot)
    if (!record) throw new HistoryDamaged(`The record ${slot} is missing`, archive.recordKey(slot))
    if (number <= asked) {
      const ahead = JSON.stringify(record).length > LARGE ? LARGE_AHEAD : AHEAD
      asked = Math.max(1, blockOf(number) * BLOCK + 1, number - ahead)
      for (let i = asked; i < number; i++) ask(archive.record(slotOf(i)))
    }
    yield { slot, record }
    slot = slotBefore(number, record)
  }
}

/** So that it is at hand when its turn comes; then a failure is met again. */
function ask(question: Promise<unknown>): void {
  question.catch(() => {})
}

/** Walks go on to lower numbers only: whoever altered a record lets nobody go round in circles. */
function slotBefore(number: number, record: VersionRecord | undefined): string | undefined {
  const slot = record?.previous?.slot
  if (slot === undefined || numberOf(slot) < number) return slot
  throw new HistoryDamaged(`What the record ${number} names as the one before it is not`)
}

/** The number of the last record that was forgotten; 0 when none was. */
export async function forgottenIn(archive: Archive): Promise<number> {
  return (await archive.checkpoint())?.number ?? 0
}

/** Blocks that cannot be complete are not asked for; in place of a damaged one its single records are read. */
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
 * The record with a number, of the chain that ends with the head; `undefined` also when it was forgotten.
 *
 * @throws HistoryDamaged when the chain does not reach as far
 */
export async function recordAt(
  archive: Archive,
  head: At,
  number: number,
): Promise<Stored | undefined> {
  // Another process may have forgotten what this one still remembers.
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
 * A record of the chain that ends with the head, whose slot is known.
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
 * The newest record that is not later than an instant.
 *
 * @param instant milliseconds since the epoch
 * @throws HistoryDamaged when the chain does not reach as far
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

/** The end of the first block that is later than an instant, or the head. */
async function blockEndAfter(archive: Archive, head: Head, instant: number): Promise<At> {
  let low = 0
  let high = Math.floor(head.number / BLOCK)
  let found: At = head
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const last = endOf(await archive.block(middle).catch(unlessDamaged))
    // A block that was forgotten was older; without one that nobody folded the walk begins later.
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
