import { recordName, type Archive } from './archive.ts'
import { backwards, createReader } from './chain.ts'
import { HistoryDamaged } from './damaged.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { digestOfVersion } from './head.ts'
import type { Head, VersionRecord } from './record.ts'
import { replay } from './replay.ts'
import { stateBefore, valueOf } from './state.ts'

/** Result of the verification of a history. */
export type Verdict =
  | { records: number; fault?: undefined }
  | {
      fault: string
      /** Key of the first damaged or missing object, when it is known. */
      object?: string | undefined
    }

/**
 * Replays the history of a document from its beginning, or its oldest copy, to the head.
 *
 * @param head of the document
 * @returns the number of records, or the first one that is missing or does not fit
 */
export async function verifyHistory(archive: Archive, head: Head | undefined): Promise<Verdict> {
  if (!head) return { records: 0 }
  const slots: string[] = []
  let oldest: VersionRecord | undefined
  try {
    for await (const record of backwards(archive, head.slot)) {
      slots.push(record.slot)
      oldest = record
    }
    const leadsTo = oldest && (await replayAll(archive, slots.toReversed(), oldest))
    if (oldest && leadsTo !== head.leadsTo) {
      throw faultAt(archive, head.slot, 'it does not lead to the document')
    }
    return { records: slots.length }
  } catch (error) {
    if (!(error instanceof HistoryDamaged)) throw error
    return { fault: error.message, object: error.object }
  }
}

/** @throws HistoryDamaged for the first record or copy that does not fit */
async function replayAll(
  archive: Archive,
  slots: readonly string[],
  oldest: VersionRecord,
): Promise<string | null> {
  const copies = new Map((await archive.copies()).map((copy) => [copy.slot, copy]))
  const read = createReader(archive)
  let value = await stateBefore(archive, oldest, copies)
  let leadsTo = oldest.from
  for (const slot of slots) {
    const record = await read(slot)
    if (record.from !== leadsTo) {
      throw faultAt(archive, slot, 'it does not begin with the result of the previous record')
    }
    const next = replayed(value, record)
    // Unchanged parts are serialised once.
    value = freezeJson(next, value)
    leadsTo = record.leadsTo
    if (digestOfVersion({ value }) !== leadsTo) {
      throw faultAt(archive, slot, 'its changes do not lead to its digest')
    }
    const copy = copies.get(slot)
    if (copy) await valueOf(archive, copy, leadsTo)
  }
  return leadsTo
}

/** The document after a record; undefined when the changes do not fit it. */
function replayed(before: unknown, { changes }: VersionRecord): unknown {
  try {
    return changes.reduce((value, { steps }) => replay(value, steps), before)
  } catch (error) {
    if (error instanceof HistoryDamaged) return undefined
    throw error
  }
}

function faultAt(archive: Archive, slot: string, detail: string): HistoryDamaged {
  return new HistoryDamaged(`record ${slot}: ${detail}`, archive.keyOf(recordName(slot)))
}
