import { randomBytes } from 'node:crypto'
import type { Edit } from '../history/record.ts'
import type { RecordedChange, Recorder } from '../history/recorder.ts'
import { PreconditionFailed, type Meta, type ObjectRef, type ObjectStore } from '../objects/port.ts'
import type { Observe } from './observe.ts'
import { releaseBytes } from '../json/json-bytes.ts'
import { laidOut, type Snapshot } from './snapshot.ts'

/** A version to store. */
interface NextVersion<T> {
  value: T
  text: Buffer
  edits: readonly Edit[]
  /** The mark of the commit, stored in the metadata. */
  mark: string
  /** Called with the recorded changes right before the version is sent to the store. */
  onRecorded: (changes: readonly RecordedChange[]) => void
}

interface WriteOptions {
  /** Present when the history of the document is recorded. */
  recorder?: Recorder | undefined
  observe: Observe
}

/**
 * Stores versions of one document, each after its history record: a record without its version is ignored,
 * but a version without its record would be missing from the history.
 *
 * @throws PreconditionFailed when the stored version is not the base; StoreUnavailable
 */
export function createVersionWriter<T>(
  store: ObjectStore,
  ref: ObjectRef,
  { recorder, observe }: WriteOptions,
) {
  return async (base: Snapshot<T> | undefined, next: NextVersion<T>): Promise<Snapshot<T>> => {
    const { value, text, edits, mark, onRecorded } = next
    try {
      const recorded = await recorder?.record(base ?? { value: undefined }, edits, { text, value })
      onRecorded(recorded?.changes ?? [])
      const meta = { ...withMark(base?.meta, mark), ...recorded?.meta }
      const condition = base ? { ifMatch: base.etag } : ({ absent: true } as const)
      const { etag } = await store.put(ref, laidOut(next, base?.layout), condition, meta)
      recorded?.stored(etag)
      releaseBytes(text)
      return { value, etag, meta, ...(base?.layout && { layout: base.layout }) }
    } catch (error) {
      observe.failure(error instanceof PreconditionFailed ? 'conflict' : 'unavailable')
      throw error
    }
  }
}

/**
 * Maximum number of writers whose mark is stored. A mark has at most 16 characters and a separator; S3
 * allows 2 KB of metadata in all.
 */
const MAX_WRITERS = 100

/** Generates unique marks of one writer's commits: `<writer>.<number>`. */
export function createMarks(): { next: () => string } {
  const writer = randomBytes(6).toString('base64url')
  let number = 0
  return { next: () => `${writer}.${(number++).toString(36)}` }
}

/**
 * The mark of the last commit of each writer, newest last. A writer has one commit in flight, so its mark
 * shows whether that commit was stored, however often others write.
 */
export function marksIn(meta: Meta | undefined): string[] {
  return meta?.['commits']?.split(' ') ?? []
}

/** Metadata of a version with one more commit. */
function withMark(meta: Meta | undefined, mark: string): Meta {
  const others = marksIn(meta).filter((other) => writerOf(other) !== writerOf(mark))
  return { commits: [...others, mark].slice(-MAX_WRITERS).join(' ') }
}

function writerOf(mark: string): string {
  return mark.slice(0, mark.indexOf('.'))
}
