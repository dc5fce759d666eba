import { BLOCK, type Archive } from './archive.ts'
import { backwards, recordIn, type At } from './chain.ts'
import { HistoryDamaged } from './damaged.ts'
import { digest } from './digest.ts'
import type { Head, VersionRecord } from './record.ts'
import { replay } from './replay.ts'

/**
 * The document after a record.
 *
 * @throws HistoryDamaged when the records do not lead to it
 */
export async function stateOf(archive: Archive, head: Pick<Head, 'slot' | 'number' | 'leadsTo'>) {
  const kept = await keptState(archive, head.leadsTo)
  if (kept !== undefined) return kept
  const later: At[] = []
  let first: VersionRecord | undefined
  let value: unknown
  for await (const { slot, record } of backwards(archive, head)) {
    // States are stored at the ends of blocks, and at the beginning of the history.
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
  // The records are read again, because together they may be many times as large as the document.
  for (const at of later.toReversed()) {
    const { changes } = await recordIn(archive, head, at)
    for (const { steps } of changes) value = replay(value, steps)
  }
  if (digest(JSON.stringify(value) ?? '') !== head.leadsTo) {
    throw new HistoryDamaged(`The records do not lead to the document of ${head.slot}`)
  }
  return value
}

/** Whether a record creates, removes or replaces the document, so that earlier records are not needed. */
function replacesDocument({ changes }: VersionRecord): boolean {
  const step = changes[0]?.steps[0]
  return step?.path === '' && !step.order
}

/**
 * The document before the first stored record; `undefined` when it did not exist.
 *
 * @throws HistoryDamaged when its state is missing or damaged
 */
export async function stateBefore(archive: Archive, { from }: VersionRecord): Promise<unknown> {
  if (from === null) return undefined
  const value = await keptState(archive, from)
  if (value === undefined) {
    throw new HistoryDamaged('The first state of the history is missing', archive.stateKey(from))
  }
  return value
}

/**
 * The stored state with a digest; `undefined` when there is none.
 *
 * @throws HistoryDamaged when it does not match its digest
 */
async function keptState(archive: Archive, expected: string): Promise<unknown> {
  const text = await archive.state(expected)
  if (text === undefined) return undefined
  if (digest(text) !== expected) {
    throw new HistoryDamaged(
      `The state ${expected} does not match its digest`,
      archive.stateKey(expected),
    )
  }
  return JSON.parse(text)
}
