import { createBreaks } from '@landscape/contracts/async/in-slices'
import { recordName, runOf, RUN, type Archive, type Copy } from './archive.ts'
import { HistoryDamaged, unlessDamaged } from './damaged.ts'
import { numberOf, slotOf, type Head, type VersionRecord } from './record.ts'

/** Maximum number of records to prefetch. */
const MAX_PREFETCH = 16
/** Records of more characters than this are prefetched in smaller numbers, because all are in memory. */
const LARGE_RECORD = 2 ** 16
const MAX_LARGE_PREFETCH = 4

/**
 * The records of a document, newest first, by the names in them. Serves requests between two records.
 *
 * @param from slot of the record to begin with
 * @throws HistoryDamaged when a record is missing or damaged
 */
export async function* backwards(archive: Archive, from: string): AsyncGenerator<VersionRecord> {
  const read = createLookup(archive)
  const mayBreak = createBreaks()
  const deleted = lastDeleted(archive)
  // A failure is thrown below.
  deleted.catch(() => {})
  let slot: string | undefined = from
  while (slot !== undefined && numberOf(slot) > 0) {
    const record = await read(slot)
    // Another process may have deleted records that are in this cache.
    if (numberOf(slot) <= (await deleted)) return
    if (!record)
      throw new HistoryDamaged(`The record ${slot} is missing`, archive.keyOf(recordName(slot)))
    yield record
    await mayBreak()
    slot = slotBefore(record)
  }
}

/** Reads records in descending order, from their runs or as single objects, which it prefetches. */
function createLookup(archive: Archive) {
  let index: number | undefined
  let run: ReadonlyMap<string, VersionRecord> | undefined
  /** Slots of the records that are not in the run. */
  let slots: string[] = []
  let prefetched = Infinity

  async function open(next: number, slot: string): Promise<void> {
    const isStart = index === undefined && numberOf(slot) % RUN !== 0
    index = next
    // The newest records are in no run yet.
    if (isStart) prefetch(archive.record(slot))
    const list = () => archive.slots(next)
    const [found, listed] = await Promise.all([
      archive.run(next).catch(unlessDamaged),
      isStart ? list() : undefined,
    ])
    run = found
    slots = run?.has(slot) ? [] : (listed ?? (await list()))
    if (run?.has(slot)) for (let i = next - 1; i >= 0 && i > next - 4; i--) prefetch(archive.run(i))
  }

  return async (slot: string): Promise<VersionRecord | undefined> => {
    const number = numberOf(slot)
    if (runOf(number) !== index) await open(runOf(number), slot)
    const known = run?.get(slot)
    if (known) return known
    const record = await archive.record(slot)
    if (number <= prefetched) {
      const isLarge = JSON.stringify(record ?? null).length > LARGE_RECORD
      prefetched = number - (isLarge ? MAX_LARGE_PREFETCH : MAX_PREFETCH)
      for (const other of slots) {
        if (numberOf(other) < number && numberOf(other) >= prefetched)
          prefetch(archive.record(other))
      }
    }
    return record
  }
}

/** Starts a read for the cache; a failure is reported when the object is needed. */
function prefetch(read: Promise<unknown>): void {
  read.catch(() => {})
}

/** A lower number, so that an altered record cannot form a cycle. */
function slotBefore({ number, previous }: VersionRecord): string | undefined {
  if (!previous || numberOf(previous.slot) === number - 1) return previous?.slot
  throw new HistoryDamaged(`The record ${number} has an invalid previous record`)
}

/** The number of the last deleted record; 0 when none was deleted. */
async function lastDeleted(archive: Archive): Promise<number> {
  const copies = await archive.copies()
  return numberOf(copies.findLast(({ isFirst }) => isFirst)?.slot ?? '0')
}

/** Reads records in ascending order. */
export function createReader(archive: Archive): (slot: string) => Promise<VersionRecord> {
  let index: number | undefined
  let run: ReadonlyMap<string, VersionRecord> | undefined
  return async (slot) => {
    const wanted = runOf(numberOf(slot))
    if (wanted !== index) run = await archive.run(wanted).catch(unlessDamaged)
    index = wanted
    const record = run?.get(slot) ?? (await archive.record(slot))
    if (record) return record
    throw new HistoryDamaged(`The record ${slot} is missing`, archive.keyOf(recordName(slot)))
  }
}

/**
 * The record with a number, in the history that ends with the head; `undefined` when it was deleted.
 *
 * @throws HistoryDamaged when a later record is missing or damaged
 */
export async function recordAt(
  archive: Archive,
  head: Head,
  number: number,
): Promise<VersionRecord | undefined> {
  if (number > head.number) return undefined
  for await (const record of backwards(archive, await certainSlot(archive, head, number))) {
    if (record.number <= number) return record.number === number ? record : undefined
  }
  return undefined
}

/** The slot of the first record from a number that is certainly part of the history: no other has its number. */
async function certainSlot(archive: Archive, head: Head, from: number): Promise<string> {
  for (let index = runOf(from); index <= runOf(head.number); index++) {
    const slots = (await archive.slots(index)).filter((slot) => numberOf(slot) < head.number)
    const groups = Map.groupBy(slots, numberOf)
    for (const [number, [slot, ...others]] of groups) {
      if (number >= from && slot !== undefined && others.length === 0) return slot
    }
  }
  return head.slot
}

/** The last record that is not later than an instant, or where the search for it ended. */
export interface FoundRecord {
  record: VersionRecord | undefined
  /** Slot of the oldest record that was read, or of its predecessor when no record was found. */
  end: string
}

/**
 * The last record, by number, whose time is not later than an instant. Times ascend except after a jump, so each
 * stretch between two jumps is searched from the first copy behind the instant.
 *
 * @param instant milliseconds since the epoch
 * @throws HistoryDamaged when a later record is missing or damaged
 */
export async function lastRecordAt(
  archive: Archive,
  head: Head,
  instant: number,
): Promise<FoundRecord> {
  const copies = head.at <= instant ? [] : await archive.copies()
  const jumps = copies.filter(({ isJump, slot }) => isJump && numberOf(slot) < head.number)
  let last: Pick<Head, 'slot' | 'at'> = head
  let end = head.slot
  for (const jump of [...jumps.toReversed(), undefined]) {
    const start = jump ? numberOf(jump.slot) : -1
    const inside = copies.filter(({ slot, isFirst }) => !isFirst && numberOf(slot) > start)
    end = slotAfter(inside, last, instant)
    for await (const record of backwards(archive, end)) {
      if (record.number <= start) break
      if (Date.parse(record.at) <= instant) return { record, end: record.slot }
      end = record.previous?.slot ?? slotOf(0)
    }
    if (jump) last = jump
  }
  return { record: undefined, end }
}

/** The slot of a record at or soon after an instant: of the next copy, or the last record of a stretch. */
function slotAfter(copies: readonly Copy[], last: Pick<Head, 'slot' | 'at'>, instant: number) {
  const next = copies.find(({ at, slot }) => at > instant && numberOf(slot) < numberOf(last.slot))
  return last.at > instant && next ? next.slot : last.slot
}
