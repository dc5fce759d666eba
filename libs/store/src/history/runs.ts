import { runOf, type Archive } from './archive.ts'
import { backwards } from './chain.ts'
import type { VersionRecord } from './record.ts'

/** Maximum size (characters) of a run; larger records stay single, because a run is read as one object. */
const MAX_RUN_SIZE = 4 * 2 ** 20

/** Concatenates the records of the run that ends with a record, and of earlier runs that are missing. */
export async function storeRuns(archive: Archive, end: string): Promise<void> {
  const records: VersionRecord[] = []
  let size = 0
  let index: number | undefined
  const put = async () => {
    if (index === undefined) return
    await archive.putRun(index, size > MAX_RUN_SIZE ? [] : records.toReversed())
    records.length = 0
    size = 0
  }
  for await (const record of backwards(archive, end)) {
    if (runOf(record.number) !== index) {
      await put()
      index = runOf(record.number)
      if (await archive.run(index)) return
    }
    size += JSON.stringify(record).length
    records.push(record)
    // Frees the records that stay single.
    if (size > MAX_RUN_SIZE) records.length = 0
  }
  await put()
}
