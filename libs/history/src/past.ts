import { BLOCK, blockOf, numberOf, slotOf, type Archive, type Block } from './archive.ts'
import { digest, headAt, type Head, type VersionRecord } from './record.ts'
import { replay } from './replay.ts'

/** A record and where it lies. */
export interface Stored {
  slot: string
  record: VersionRecord
}

/** Where a record lies. */
type At = Pick<Head, 'slot' | 'number'>

/** Objects are asked for so many at a time, before it is known that they lie where they mostly do. */
const AHEAD = 16

/**
 * The records of a document, newest first.
 *
 * @param head the newest of the document
 * @param from the first that is wanted
 * @throws Error when one that is named is missing
 */
export async function* backwards(
  archive: Archive,
  head: At,
  from: At = head,
): AsyncGenerator<Stored> {
  let slot: string | undefined = from.slot
  const forgotten = (await archive.checkpoint())?.number ?? 0
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
      slot = block.records[0]?.record.previous?.slot
      continue
    }
    if (number % AHEAD === 0 || slot === from.slot) {
      const first = Math.max(1, blockOf(number) * BLOCK + 1, number - AHEAD)
      for (let i = first; i < number; i++) ask(archive.record(slotOf(i)))
    }
    const record = await archive.record(slot)
    if (!record) throw new Error(`The record ${slot} is missing`)
    yield { slot, record }
    slot = record.previous?.slot
  }
}

/** So that it is at hand when its turn comes; then a failure is met again. */
function ask(question: Promise<unknown>): void {
  question.catch(() => {})
}

/** Blocks that cannot be complete are not asked for. */
async function foldedBlock(
  archive: Archive,
  number: number,
  last: number,
): Promise<Block | undefined> {
  const index = blockOf(number)
  return (index + 1) * BLOCK <= last ? archive.block(index) : undefined
}

/** The record with a number, of the chain that ends with the head. */
export async function recordAt(
  archive: Archive,
  head: At,
  number: number,
): Promise<Stored | undefined> {
  const block = await foldedBlock(archive, number, head.number)
  if (block) return block.records.find(({ record }) => record.number === number)
  for await (const stored of backwards(archive, head)) {
    if (stored.record.number <= number) return stored.record.number === number ? stored : undefined
  }
  return undefined
}

/**
 * The newest record that is not later than an instant.
 *
 * @param instant milliseconds since the epoch
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
    const last = (await archive.block(middle))?.records.at(-1)
    // A block that was forgotten was older; without one that nobody folded the walk begins later.
    if (last && Date.parse(last.record.at) > instant) {
      found = { slot: last.slot, number: last.record.number }
      high = middle
    } else low = middle + 1
  }
  return found
}

/**
 * The document as it was when a record was the newest.
 *
 * @throws Error when what is recorded does not lead there
 */
export async function stateOf(archive: Archive, head: Pick<Head, 'slot' | 'number' | 'leadsTo'>) {
  const later: VersionRecord[] = []
  let value: unknown
  const kept = await archive.state(head.leadsTo)
  if (kept !== undefined) return parsed(kept, head.leadsTo)
  for await (const { record } of backwards(archive, head)) {
    // The text is kept at the ends of blocks, and where history begins.
    if (record.number % BLOCK === 0 && record.number !== head.number) {
      const text = await archive.state(record.leadsTo)
      if (text !== undefined) {
        value = parsed(text, record.leadsTo)
        break
      }
    }
    later.push(record)
    if (beginsAnew(record)) break
  }
  const first = later.at(-1)
  if (first && value === undefined && !beginsAnew(first)) value = await stateBefore(archive, first)
  for (const { changes } of later.toReversed()) {
    for (const { steps } of changes) value = replay(value, steps)
  }
  if (digest(JSON.stringify(value) ?? '') !== head.leadsTo) {
    throw new Error(`The records do not lead to what ${head.slot} says`)
  }
  return value
}

/** Whether the document as a whole came, went or was replaced first: what it was before makes no difference. */
function beginsAnew({ changes }: VersionRecord): boolean {
  const step = changes[0]?.steps[0]
  return step?.path === '' && !step.order
}

/**
 * The document that the first record of what is kept began with; `undefined` when there was none.
 *
 * @throws Error when it is missing, or not what the record names
 */
export async function stateBefore(archive: Archive, { from }: VersionRecord): Promise<unknown> {
  if (from === null) return undefined
  const text = await archive.state(from)
  if (text === undefined || digest(text) !== from) {
    throw new Error('What the history begins with is missing')
  }
  return JSON.parse(text)
}

/** @throws Error when it is not the text that was kept */
function parsed(text: string, expected: string): unknown {
  if (digest(text) !== expected) throw new Error(`The kept text ${expected} is another`)
  return JSON.parse(text)
}

/**
 * The newest record, by what lies in the store: for a document whose metadata do not tell, because
 * somebody replaced it by other means.
 *
 * @param present digest of the document as it is; `null` when there is none. A record that leads there
 *   is the one; one that begins there belongs to a version that was never stored, and does not count.
 * @param after the record that the metadata do name: its direct successors do not count either
 */
export async function newestOf(
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
  for (const slot of slots.filter((other) => numberOf(other) === last)) {
    const record = await archive.record(slot)
    if (record && record.leadsTo === present) return headAt(record, slot)
    if (record?.from === present) before = await storedAt(archive, record.previous?.slot)
    else if (record && !(newest && newest.record.at > record.at)) newest = { slot, record }
  }
  const found = newest ?? before
  return found ? headAt(found.record, found.slot) : archive.checkpoint()
}

async function storedAt(archive: Archive, slot: string | undefined): Promise<Stored | undefined> {
  const record = slot === undefined ? undefined : await archive.record(slot)
  return slot !== undefined && record ? { slot, record } : undefined
}

/**
 * Folds the block that ends with a record into one object, and those before it that nobody folded.
 *
 * @param text of the document at that record, to be kept with it
 */
export async function fold(archive: Archive, head: Head, text?: string): Promise<void> {
  if (text !== undefined) await archive.putState(head.leadsTo, text)
  await foldUpTo(archive, head)
}

async function foldUpTo(archive: Archive, head: Pick<Head, 'slot' | 'number'>): Promise<Block> {
  const index = blockOf(head.number)
  const known = await archive.block(index)
  if (known) return known
  const records: Stored[] = []
  // None of these is folded: the single records are asked for.
  for await (const stored of backwards(archive, { slot: head.slot, number: 0 })) {
    records.unshift(stored)
    if (records.length === BLOCK) break
  }
  const previous = records[0]?.record.previous
  const forgotten = (await archive.checkpoint())?.number ?? 0
  const before =
    previous && numberOf(previous.slot) > forgotten
      ? await foldUpTo(archive, { slot: previous.slot, number: numberOf(previous.slot) })
      : undefined
  const block = { records, undone: { ...before?.undone, ...undoneIn(records) } }
  await archive.putBlock(index, block)
  return block
}

/** Which changes were undone by which of these. */
export function undoneIn(records: readonly Stored[]): Record<string, string> {
  return Object.fromEntries(
    records.flatMap(({ record }) =>
      record.changes.flatMap(({ id, undoes }) => (undoes === null ? [] : [[undoes, id]])),
    ),
  )
}
