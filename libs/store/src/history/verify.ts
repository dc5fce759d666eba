import { BLOCK, blockOf, numberOf, type Archive } from './archive.ts'
import { backwards } from './chain.ts'
import { HistoryDamaged, unlessDamaged } from './damaged.ts'
import { digest } from './digest.ts'
import type { Head, VersionRecord } from './record.ts'
import { replay } from './replay.ts'
import { stateBefore } from './state.ts'

/** Result of the verification of a history. */
export type Verdict =
  | {
      records: number
      fault?: undefined
      /**
       * Slots of records that no version names; absent when there are none. Their versions were never
       * stored, or were replaced by an older version by hand.
       */
      unreferenced?: string[]
    }
  | {
      fault: string
      /** Key of the first damaged or missing object, when it is known. */
      object?: string | undefined
    }

/** A record in the verified chain. */
interface Link {
  slot: string
  number: number
  /** Whether the record matches the hash in its successor or in the document. */
  fits: boolean
}

/**
 * Verifies the history of a document: each record must match the hash in its successor, and its changes
 * must lead from its first digest to its last.
 *
 * @param head of the document
 * @returns the number of records, or the first fault
 */
export async function verifyHistory(archive: Archive, head: Head | undefined): Promise<Verdict> {
  if (!head) return { records: 0 }
  const links: Link[] = []
  let expected: { slot: string; hash: string } | null = head
  try {
    for await (const { slot, record } of backwards(archive, head)) {
      const fits: boolean =
        expected?.slot === slot && expected.hash === digest(JSON.stringify(record))
      links.push({ slot, number: record.number, fits })
      expected = record.previous
    }
    links.reverse()
  } catch (error) {
    if (!Error.isError(error)) throw error
    return { fault: error.message, object: objectOf(error) }
  }
  const forgotten = await archive.checkpoint()
  const first = (forgotten?.number ?? 0) + 1
  const unfit = links.find(({ fits, number }, i) => !fits || number !== first + i)
  if (unfit) {
    const { slot } = unfit
    const object = await keyOf(archive, unfit)
    return { fault: `record ${slot}: it does not match its hash`, object }
  }
  if (expected?.slot !== forgotten?.slot || expected?.hash !== forgotten?.hash) {
    return { fault: `record ${expected?.slot ?? '000000001'}: the history does not begin with it` }
  }
  const named = new Set(links.map(({ slot }) => slot))
  const slots = await archive.slots()
  const unreferenced = slots.filter((slot) => numberOf(slot) >= first && !named.has(slot))
  const sound = { records: links.length, ...(unreferenced.length > 0 && { unreferenced }) }
  return (await firstFalse(archive, links)) ?? sound
}

/** Replays every change, and compares the digest at the ends of blocks and at the end. */
async function firstFalse(archive: Archive, links: readonly Link[]): Promise<Verdict | undefined> {
  let value: unknown
  let leadsTo: string | null = null
  for (const { slot, number } of links) {
    try {
      const record = await recordOf(archive, { slot, number })
      if (slot === links[0]?.slot) value = await stateBefore(archive, record)
      else if (record.from !== leadsTo)
        throw new Error('it does not begin with the result of the previous record')
      for (const { steps } of record.changes) value = replay(value, steps)
      const isCompared = number % BLOCK === 0 || slot === links.at(-1)?.slot
      if (isCompared && digest(JSON.stringify(value) ?? '') !== record.leadsTo) {
        throw new Error('the changes do not lead to its digest')
      }
      const state = isCompared ? await archive.state(record.leadsTo) : undefined
      if (state !== undefined && digest(state) !== record.leadsTo) {
        throw new HistoryDamaged(
          'stored snapshot does not match its hash',
          archive.stateKey(record.leadsTo),
        )
      }
      leadsTo = record.leadsTo
    } catch (error) {
      if (!Error.isError(error)) throw error
      const object = objectOf(error) ?? archive.recordKey(slot)
      return { fault: `record ${slot}: ${error.message}`, object }
    }
  }
  return undefined
}

/** The key of the object that contains a record: its block or its own. */
async function keyOf(archive: Archive, { slot, number }: Link): Promise<string> {
  const index = blockOf(number)
  const block = await archive.block(index).catch(unlessDamaged)
  const isFolded = block?.records.some((stored) => stored.slot === slot) ?? false
  return isFolded ? archive.blockKey(index) : archive.recordKey(slot)
}

function objectOf(error: Error): string | undefined {
  return error instanceof HistoryDamaged ? error.object : undefined
}

/** Reads a record from its block and its own object, which must be equal. */
async function recordOf(
  archive: Archive,
  { slot, number }: Omit<Link, 'fits'>,
): Promise<VersionRecord> {
  const block = await archive.block(blockOf(number))
  const outlined = block?.outline?.find((one) => one.number === number)?.slot ?? slot
  if (outlined !== slot) throw new Error('its slot differs from that in its block')
  const inBlock = block?.records.find(({ record }) => record.number === number)
  const folded = inBlock?.slot === slot ? inBlock.record : undefined
  const single = await archive.record(slot)
  if (folded && single && JSON.stringify(folded) !== JSON.stringify(single)) {
    throw new Error('it differs from the one in its block')
  }
  const record = folded ?? single
  if (!record) throw new Error('it is missing')
  return record
}
