import { PreconditionFailed } from '../objects/port.ts'
import { blockOf, numberOf, type Archive } from './archive.ts'
import { recordBefore } from './chain.ts'
import { headAt, type Head } from './record.ts'
import { stateOf } from './state.ts'

/**
 * Forgets what was changed before an instant, and by whom: what is left begins with the document as it
 * was then, and a checkpoint with the hash of the last record that went, so that the chain can still be
 * verified. Whoever is killed meanwhile leaves records that the next call takes away.
 *
 * @param before milliseconds since the epoch
 * @returns how many records went
 */
export async function forget(
  archive: Archive,
  head: Head | undefined,
  before: number,
): Promise<number> {
  if (!head) return 0
  const last = await recordBefore(archive, head, before - 1)
  if (last) {
    const checkpoint = headAt(last.record, last.slot)
    const text = Buffer.from(JSON.stringify(await stateOf(archive, checkpoint)))
    await archive.putState(checkpoint.leadsTo, text)
    try {
      await archive.putCheckpoint(checkpoint)
    } catch (error) {
      // Another process does the same; the next time is soon enough for what it leaves.
      if (error instanceof PreconditionFailed) return 0
      throw error
    }
  }
  return clear(archive, await archive.checkpoint())
}

async function clear(archive: Archive, checkpoint: Head | undefined): Promise<number> {
  if (!checkpoint) return 0
  const old = (await archive.slots()).filter((slot) => numberOf(slot) <= checkpoint.number)
  for (const index of new Set(old.map((slot) => blockOf(numberOf(slot))))) {
    await archive.removeBlock(index)
  }
  for (const slot of old) {
    const record = await archive.record(slot)
    for (const state of [record?.from, record?.leadsTo]) {
      if (state && state !== checkpoint.leadsTo) await archive.removeState(state)
    }
    await archive.removeRecord(slot)
  }
  return old.length
}
