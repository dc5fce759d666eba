import { BLOCK, blockOf, numberOf, type Archive, type Block, type Outline } from './archive.ts'
import { backwards, type Stored } from './chain.ts'
import { addChange, touchingChange, type TouchingChange } from './newest-changes.ts'
import type { Head } from './record.ts'

/** Records of more characters than this together stay apart: whoever reads one of a block reads all. */
const BLOCK_SIZE = 4 * 2 ** 20
/** A document beyond this many bytes is kept with every fourth block only. */
const LARGE = 2 ** 20

/**
 * Folds the block that ends with a record into one object, and those before it that nobody folded. The
 * document is kept with it, also a large one when it would take many large records to find it again.
 *
 * @param text of the document at that record
 */
export async function fold(archive: Archive, head: Head, text: Buffer): Promise<void> {
  const index = blockOf(head.number)
  const { outline } = await foldUpTo(archive, head)
  const isKept = text.length <= LARGE || index % 4 === 3 || outline !== undefined
  if (isKept) await archive.putState(head.leadsTo, text)
}

async function foldUpTo(archive: Archive, head: Pick<Head, 'slot' | 'number'>): Promise<Block> {
  const index = blockOf(head.number)
  const known = await archive.block(index)
  if (known) return known
  const { previous, changes, ...block } = await gather(archive, head.slot)
  const forgotten = (await archive.checkpoint())?.number ?? 0
  const before =
    previous && numberOf(previous.slot) > forgotten
      ? await foldUpTo(archive, { slot: previous.slot, number: numberOf(previous.slot) })
      : undefined
  const newest = new Map(Object.entries(before?.newest ?? {}))
  for (const change of changes) addChange(newest, change)
  const folded = {
    ...block,
    undone: { ...before?.undone, ...block.undone },
    newest: Object.fromEntries(newest),
  }
  await archive.putBlock(index, folded)
  return folded
}

/** The block that ends with a slot, as far as it goes by itself, and what comes before it. */
async function gather(archive: Archive, end: string) {
  const records: Stored[] = []
  const outline: Outline[] = []
  const undone: Block['undone'] = {}
  const changes: TouchingChange[] = []
  let size = 0
  let previous
  // None of these is folded: the single records are asked for.
  for await (const stored of backwards(archive, { slot: end, number: 0 })) {
    const { slot, record } = stored
    outline.unshift({ slot, number: record.number, at: record.at })
    for (const [id, by] of Object.entries(undoneIn([stored]))) undone[id] ??= by
    changes.unshift(...record.changes.map(touchingChange))
    previous = record.previous
    size += JSON.stringify(record).length
    records.unshift(stored)
    // What is not folded is not held either.
    if (size > BLOCK_SIZE) records.length = 0
    if (outline.length === BLOCK) break
  }
  return { records, ...(size > BLOCK_SIZE && { outline }), undone, changes, previous }
}

/** Which changes were undone by which of these. */
export function undoneIn(records: readonly Stored[]): Record<string, string> {
  return Object.fromEntries(
    records.flatMap(({ record }) =>
      record.changes.flatMap(({ id, undoes }) => (undoes === null ? [] : [[undoes, id]])),
    ),
  )
}
