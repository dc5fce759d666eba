import { PreconditionFailed } from '../objects/port.ts'
import { blockOf, numberOf, type Archive } from './archive.ts'
import { recordBefore } from './chain.ts'
import { headAt, type Head } from './record.ts'
import { stateOf } from './state.ts'

/**
 * Deletes the records from before an instant. The remaining history begins with the state of the document
 * at that instant and a checkpoint with the hash of the last deleted record, so that the chain can be
 * verified. The next call deletes the records that a killed process left.
 *
 * @param before milliseconds since the epoch
 * @returns the number of deleted records
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
      // Another process is deleting records concurrently.
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
