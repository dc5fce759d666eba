import { BLOCK, blockOf, numberOf, type Archive, type Block, type Outline } from './archive.ts'
import { backwards, type Stored } from './chain.ts'
import type { Head } from './record.ts'

/**
 * Maximum size (characters) of a block; larger records stay single, because a block is read as one object.
 */
const MAX_BLOCK_SIZE = 4 * 2 ** 20
/** The state of a document of more bytes than this is stored with every fourth block only. */
const LARGE_DOCUMENT_BYTES = 2 ** 20

/**
 * Folds the block that ends with a record into one object, and earlier blocks that are not folded. The
 * state of the document is stored with it, unless the document is large; with large records it is always
 * stored.
 *
 * @param text JSON of the document at that record
 */
export async function fold(archive: Archive, head: Head, text: Buffer): Promise<void> {
  const index = blockOf(head.number)
  const { outline } = await foldUpTo(archive, head)
  const isStored = text.length <= LARGE_DOCUMENT_BYTES || index % 4 === 3 || outline !== undefined
  if (isStored) await archive.putState(head.leadsTo, text)
}

async function foldUpTo(archive: Archive, head: Pick<Head, 'slot' | 'number'>): Promise<Block> {
  const index = blockOf(head.number)
  const known = await archive.block(index)
  if (known) return known
  const { previous, ...block } = await gather(archive, head.slot)
  const forgotten = (await archive.checkpoint())?.number ?? 0
  const before =
    previous && numberOf(previous.slot) > forgotten
      ? await foldUpTo(archive, { slot: previous.slot, number: numberOf(previous.slot) })
      : undefined
  const folded = { ...block, undone: { ...before?.undone, ...block.undone } }
  await archive.putBlock(index, folded)
  return folded
}

/**
 * The content of the block that ends with a slot, without that of earlier blocks, and the previous record.
 */
async function gather(archive: Archive, end: string) {
  const records: Stored[] = []
  const outline: Outline[] = []
  const undone: Block['undone'] = {}
  let size = 0
  let previous
  // The head number 0 makes the walk read single records, since none of these is folded.
  for await (const stored of backwards(archive, { slot: end, number: 0 })) {
    const { slot, record } = stored
    outline.unshift({ slot, number: record.number, at: record.at })
    for (const [id, by] of Object.entries(undoneIn([stored]))) undone[id] ??= by
    previous = record.previous
    size += JSON.stringify(record).length
    records.unshift(stored)
    // Frees the records that will not be folded.
    if (size > MAX_BLOCK_SIZE) records.length = 0
    if (outline.length === BLOCK) break
  }
  return { records, ...(size > MAX_BLOCK_SIZE && { outline }), undone, previous }
}

/** Ids of the undos in these records, by the id of the undone change. */
export function undoneIn(records: readonly Stored[]): Record<string, string> {
  return Object.fromEntries(
    records.flatMap(({ record }) =>
      record.changes.flatMap(({ id, undoes }) => (undoes === null ? [] : [[undoes, id]])),
    ),
  )
}
