import { createBreaks } from '@landscape/contracts/async/in-slices'
import type { Archive, Copy } from './archive.ts'
import { backwards, createReader, lastRecordAt } from './chain.ts'
import { HistoryDamaged } from './damaged.ts'
import { digest, slotOf, type Head, type VersionRecord } from './record.ts'
import { replay } from './replay.ts'

/**
 * The document at an instant: after the last record, by number, that is not later. It is made of the newest copy
 * before it, and the later records.
 *
 * @param instant milliseconds since the epoch
 * @returns `undefined` when its history began later
 * @throws HistoryDamaged when the records do not lead to it
 */
export async function stateAt(
  archive: Archive,
  head: Head,
  instant: number,
): Promise<{ value: unknown } | undefined> {
  const all = await archive.copies()
  const copies = new Map(all.map((copy) => [copy.slot, copy]))
  const { record: newest, end } = await lastRecordAt(archive, head, instant)
  if (!newest) {
    const copy = copies.get(end)
    return copy && copy.at <= instant ? { value: await valueOf(archive, copy) } : undefined
  }
  const later: string[] = []
  let oldest = newest
  let base: { copy: Copy; leadsTo: string } | undefined
  for await (const record of backwards(archive, newest.slot)) {
    oldest = record
    const copy = copies.get(record.slot)
    if (copy) {
      base = { copy, leadsTo: record.leadsTo }
      break
    }
    later.push(record.slot)
    if (replacesDocument(record)) break
  }
  let value: unknown
  if (base) value = await valueOf(archive, base.copy, base.leadsTo)
  else if (!replacesDocument(oldest)) value = await stateBefore(archive, oldest, copies)
  // The records are read again, because together they may be many times as large as the document.
  const read = createReader(archive)
  const mayBreak = createBreaks()
  for (const slot of later.toReversed()) {
    for (const { steps } of (await read(slot)).changes) value = replay(value, steps)
    await mayBreak()
  }
  if (digest(JSON.stringify(value) ?? '') !== newest.leadsTo) {
    throw new HistoryDamaged(`The records do not lead to the document of ${newest.slot}`)
  }
  return { value }
}

/** Whether a record creates, removes or replaces the document, so that earlier records are not needed. */
function replacesDocument({ changes }: VersionRecord): boolean {
  const step = changes[0]?.steps[0]
  return step?.path === '' && !step.order
}

/**
 * The document before the oldest record; `undefined` when it did not exist.
 *
 * @throws HistoryDamaged when its copy is missing
 */
export async function stateBefore(
  archive: Archive,
  { from, previous }: VersionRecord,
  copies: ReadonlyMap<string, Copy>,
): Promise<unknown> {
  if (from === null) return undefined
  const copy = copies.get(previous?.slot ?? slotOf(0))
  if (copy) return valueOf(archive, copy, from)
  throw new HistoryDamaged('The first copy of the document is missing')
}

/**
 * The value of a copy.
 *
 * @param leadsTo digest of its record, when it is known
 * @throws HistoryDamaged when the copy is damaged
 */
export async function valueOf(
  archive: Archive,
  { name }: Copy,
  leadsTo?: string,
): Promise<unknown> {
  const text = await archive.text(name)
  try {
    const isIntact = text !== undefined && (leadsTo === undefined || digest(text) === leadsTo)
    if (isIntact) return JSON.parse(text)
  } catch {
    // Reported below by its key, without its content.
  }
  throw new HistoryDamaged(`${archive.keyOf(name)} is damaged`, archive.keyOf(name))
}
