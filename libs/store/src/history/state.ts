import { BLOCK, type Archive } from './archive.ts'
import { backwards, recordIn, type At } from './chain.ts'
import { HistoryDamaged } from './damaged.ts'
import { digest, type Head, type VersionRecord } from './record.ts'
import { replay } from './replay.ts'

/**
 * The document as it was when a record was the newest.
 *
 * @throws HistoryDamaged when what is recorded does not lead there
 */
export async function stateOf(archive: Archive, head: Pick<Head, 'slot' | 'number' | 'leadsTo'>) {
  const kept = await keptState(archive, head.leadsTo)
  if (kept !== undefined) return kept
  const later: At[] = []
  let first: VersionRecord | undefined
  let value: unknown
  for await (const { slot, record } of backwards(archive, head)) {
    // The text is kept at the ends of blocks, and where history begins.
    if (record.number % BLOCK === 0 && record.number !== head.number) {
      value = await keptState(archive, record.leadsTo)
      if (value !== undefined) break
    }
    later.push({ slot, number: record.number })
    first = record
    if (replacesDocument(record)) break
  }
  if (first && value === undefined && !replacesDocument(first))
    value = await stateBefore(archive, first)
  // Asked for again, rather than kept: together they may be many times as large as the document.
  for (const at of later.toReversed()) {
    const { changes } = await recordIn(archive, head, at)
    for (const { steps } of changes) value = replay(value, steps)
  }
  if (digest(JSON.stringify(value) ?? '') !== head.leadsTo) {
    throw new HistoryDamaged(`The records do not lead to what ${head.slot} says`)
  }
  return value
}

/** Whether the document as a whole came, went or was replaced first: what it was before makes no difference. */
function replacesDocument({ changes }: VersionRecord): boolean {
  const step = changes[0]?.steps[0]
  return step?.path === '' && !step.order
}

/**
 * The document that the first record of what is kept began with; `undefined` when there was none.
 *
 * @throws HistoryDamaged when it is missing, or not what the record names
 */
export async function stateBefore(archive: Archive, { from }: VersionRecord): Promise<unknown> {
  if (from === null) return undefined
  const value = await keptState(archive, from)
  if (value === undefined) {
    throw new HistoryDamaged('What the history begins with is missing', archive.stateKey(from))
  }
  return value
}

/**
 * The document whose text was kept; `undefined` when it was not.
 *
 * @throws HistoryDamaged when it is not the text that was kept
 */
async function keptState(archive: Archive, expected: string): Promise<unknown> {
  const text = await archive.state(expected)
  if (text === undefined) return undefined
  if (digest(text) !== expected) {
    throw new HistoryDamaged(`The kept text ${expected} is another`, archive.stateKey(expected))
  }
  return JSON.parse(text)
}
