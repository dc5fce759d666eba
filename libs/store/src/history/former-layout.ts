import { asRecord } from '@landscape/contracts/json'
import { parsed, type Archive } from './archive.ts'

export const CHECKPOINT = 'checkpoint.json'

/** Whether a record and older ones were deleted, by the checkpoint of a former version. */
export async function isOldBeginning(archive: Archive, slot: string): Promise<boolean> {
  return (await jsonIn(archive, CHECKPOINT))['slot'] === slot
}

/** The text of the document with a digest, as former versions stored it. */
export function oldState(archive: Archive, digest: string): Promise<string | undefined> {
  return archive.text(`states/${digest}.json`)
}

/** A stored object; without members when it is missing or damaged. */
export async function jsonIn(archive: Archive, name: string) {
  return asRecord(parsed((await archive.text(name)) ?? 'null'))
}
