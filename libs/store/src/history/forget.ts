import { runName, runOf, type Archive } from './archive.ts'
import { lastRecordAt } from './chain.ts'
import { numberOf, type Head } from './record.ts'
import { stateAt } from './state.ts'

/**
 * Deletes the records from before an instant. The remaining history begins with a copy of the document at that
 * instant, which is stored first. The next call deletes the records that a killed process left.
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
  const { record: last } = await lastRecordAt(archive, head, before - 1)
  if (last) {
    const state = await stateAt(archive, head, before - 1)
    const text = Buffer.from(JSON.stringify(state?.value))
    await archive.putCopy({ slot: last.slot, at: Date.parse(last.at), isFirst: true }, text)
  }
  const copies = await archive.copies()
  const first = copies.findLast(({ isFirst }) => isFirst)
  if (!first) return 0
  const number = numberOf(first.slot)
  for (const copy of copies) {
    if (copy !== first && numberOf(copy.slot) <= number) await archive.remove(copy.name)
  }
  for (const name of await archive.list('runs/')) {
    if (name <= runName(runOf(number))) await archive.remove(name)
  }
  const records = await archive.list('records/')
  const old = records.filter((name) => numberOf(name.slice(name.lastIndexOf('/') + 1)) <= number)
  for (const name of old) await archive.remove(name)
  return old.length
}
