import { BLOCK, blockOf, numberOf, type Archive, type Block } from './archive.ts'
import { backwards, type Stored } from './chain.ts'
import type { Head } from './record.ts'

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
