import { randomBytes } from 'node:crypto'
import { PreconditionFailed, StoreUnavailable, type Meta } from '../objects/port.ts'
import { BLOCK, slotOf, type Archive } from './archive.ts'
import { digest } from './digest.ts'
import { changeOf, outsideReplacement, outsideEdits, type Edit } from './edit.ts'
import { fold } from './fold.ts'
import { headOf, newestRecord, digestOfVersion, type Version } from './head.ts'
import { jsonBytes } from './json-bytes.ts'
import { headAt, withHead, type Change, type Head, type VersionRecord } from './record.ts'
import { stateOf } from './state.ts'

/** Reference to a recorded change. */
export type RecordedChange = Pick<Change, 'id'>

interface Recorded {
  /** Metadata of the version, which name the record. */
  meta: Meta
  /** The recorded changes, in the order of the edits. */
  changes: RecordedChange[]
  /** To be called once the version is stored. */
  stored: (etag: string) => void
}

/** Writes the history records of one document, each before its version. */
export interface Recorder {
  /**
   * Stores the record of the next version.
   *
   * @param base the version that the next one replaces
   * @throws PreconditionFailed when another writer was faster; the version has to be read again
   * @throws StoreUnavailable
   */
  record(base: Version, edits: readonly Edit[], next: Next): Promise<Recorded>
}

/** The next version and its JSON text. */
interface Next {
  text: Buffer
  value: unknown
}

export interface RecorderOptions {
  document: string
  /** Milliseconds since the epoch. */
  clock: () => number
  /** See `DocumentModel`. */
  complete?: ((value: unknown) => unknown) | undefined
  /** Called when a part of the history could not be read or folded; edits continue. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** A recorder's dependencies and its memory of one document. */
interface Context {
  archive: Archive
  document: string
  clock: () => number
  complete: ((value: unknown) => unknown) | undefined
  onFailure: (error: unknown) => void
  /** The last version that this recorder wrote. */
  known?: { etag: string; head: Head; value: unknown }
  /** ETag of the version whose next slot was taken; when it is taken again, no other writer is in flight. */
  conflictAt?: string
}

/** The record that a version continues, and the edit of other programs since that record. */
interface Base {
  head?: Head | undefined
  outside: Edit[]
}

/**
 * Creates the recorder of one document, once per process and document. A version costs one more object. A
 * change by another program is recorded before the next edit, with an unknown actor.
 */
export function createRecorder(
  archive: Archive,
  { document, clock, complete, onFailure = () => {} }: RecorderOptions,
): Recorder {
  const context: Context = { archive, document, clock, complete, onFailure }
  return {
    async record(version, edits, next) {
      const base = await baseOf(context, version)
      try {
        return await writeRecord(context, version, base, edits, next)
      } catch (error) {
        if (!(error instanceof PreconditionFailed)) throw error
        const ahead = await headAhead(context, version, base.head)
        const suffix = randomBytes(6).toString('base64url')
        if (!ahead) return writeRecord(context, version, base, edits, next, suffix)
        const outside = await outsideSince(context, ahead, version)
        return writeRecord(context, version, { head: ahead, outside }, edits, next, suffix)
      }
    },
  }
}

async function baseOf(context: Context, version: Version): Promise<Base> {
  const { known } = context
  if (known && version.etag === known.etag) return { head: known.head, outside: [] }
  const head = await headOf(context.archive, version)
  if (!head) return { outside: [] }
  if (digestOfVersion(version) === head.leadsTo) return { head, outside: [] }
  return { head, outside: await outsideSince(context, head, version) }
}

/** The edit of other programs since a record; none when they left the document unchanged. */
async function outsideSince(
  { archive, known, complete, onFailure }: Context,
  head: Head,
  { value: after }: Version,
): Promise<Edit[]> {
  try {
    const before = known?.head.hash === head.hash ? known.value : await stateOf(archive, head)
    return outsideEdits(before, after, complete)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // A damaged history does not block edits: the previous value is unknown.
    onFailure(error)
    return outsideReplacement(after)
  }
}

/**
 * The stored record that the version continues when the slot after its head is taken; `undefined` when the
 * record in that slot has no version.
 *
 * @throws PreconditionFailed the first time, since another writer may be about to store its version
 */
async function headAhead(
  context: Context,
  version: Version,
  head: Head | undefined,
): Promise<Head | undefined> {
  const etag = version.etag ?? ''
  if (context.conflictAt !== etag) {
    context.conflictAt = etag
    throw new PreconditionFailed('The slot of the record is taken')
  }
  const after = head?.number ?? 0
  // The document may have been reset to an older version. A record has a version when later records
  // continue it, or when this process has stored that version.
  const newest = await newestRecord(context.archive, { present: digestOfVersion(version), after })
  const own = context.known?.head
  return newest ?? (own?.number === after + 1 ? own : undefined)
}

async function writeRecord(
  context: Context,
  version: Version,
  { head, outside }: Base,
  edits: readonly Edit[],
  next: Next,
  suffix?: string,
): Promise<Recorded> {
  const { archive, document, clock } = context
  const number = (head?.number ?? 0) + 1
  const slot = slotOf(number, suffix)
  const at = new Date(Math.max(clock(), head?.at ?? 0)).toISOString()
  const record: VersionRecord = {
    format: 1,
    document,
    number,
    at,
    previous: head ? { slot: head.slot, hash: head.hash } : null,
    from: head?.leadsTo ?? digestOfVersion(version),
    leadsTo: digest(next.text),
    changes: [...outside, ...edits].map((edit, i) =>
      changeOf(edit, { id: `${document}-${number}-${i + 1}`, at }),
    ),
  }
  if (!head && record.from !== null) {
    await archive.putState(record.from, jsonBytes(version.value))
  }
  const recordText = JSON.stringify(record)
  await archive.putRecord(slot, recordText)
  const newHead = headAt(record, slot, recordText)
  return {
    meta: withHead(newHead),
    changes: record.changes.slice(outside.length),
    stored(etag) {
      context.known = { etag, head: newHead, value: next.value }
      if (number % BLOCK === 0) fold(archive, newHead, next.text).catch(context.onFailure)
    },
  }
}
