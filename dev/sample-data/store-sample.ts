import { importDocuments } from '@landscape/store/objects/directory'
import { BUCKETS, type ObjectRef, type ObjectStore } from '@landscape/store/objects/port'

/** Name of the sample organisation. */
export const ORGANISATION = 'Acme Coast'

/**
 * Stores the sample documents up to a day; existing documents are kept.
 *
 * @param lastDay `YYYY-MM-DD`, the same in all calls of a process
 * @returns the stored documents, and the instant of the first change of the history
 */
export async function storeSample(
  store: ObjectStore,
  lastDay: string,
): Promise<{ stored: ObjectRef[]; firstChange: string }> {
  // The calendar reads it when it is loaded, with the documents.
  process.env['SAMPLE_DAY'] = lastDay
  const { FIRST_CHANGE, sampleDocuments } = await import('./documents.ts')
  const documents = [...(await sampleDocuments())].flatMap(([path, text]) => {
    const [name, ...key] = path.split('/')
    const bucket = BUCKETS.find((one) => one === name)
    return bucket ? [{ ref: { bucket, key: key.join('/') }, body: Buffer.from(text) }] : []
  })
  const stored = await importDocuments(store, documents, { onlyAbsent: true })
  return { stored, firstChange: FIRST_CHANGE }
}

/** The day before an instant in milliseconds since the epoch. */
export function dayBefore(instant: number): string {
  return new Date(instant - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
}
