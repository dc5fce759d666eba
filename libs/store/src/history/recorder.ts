import { randomBytes } from 'node:crypto'
import { StoreUnavailable, type Meta } from '../objects/port.ts'
import { RUN, type Archive } from './archive.ts'
import { diff, type Step } from './diff.ts'
import { digestOfVersion, headOf, type Version } from './head.ts'
import { jsonBytes } from '../json/json-bytes.ts'
import {
  changeOf,
  digest,
  headAt,
  slotOf,
  withHead,
  type Change,
  type Edit,
  type Head,
  type VersionRecord,
} from './record.ts'
import { timeAfter, type ClockJump } from './record-time.ts'
import { storeRuns } from './runs.ts'
import { stateAt } from './state.ts'

/** Besides the copy of each day, one after this number of records, so that a past state takes few of them. */
const RECORDS_PER_COPY = 4 * RUN

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
  /** The store's clock; `undefined` when it is unknown. */
  storeClock?: (() => number | undefined) | undefined
  /** Called when a stored record does not take over a time that is ahead of the store's. */
  onJump?: ((jump: ClockJump) => void) | undefined
  /** Called when a part of the history could not be read, or not be concatenated; edits continue. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** A recorder's dependencies and its memory of one document. */
interface Context {
  archive: Archive
  document: string
  clock: () => number
  storeClock: () => number | undefined
  onJump: (jump: ClockJump) => void
  complete: ((value: unknown) => unknown) | undefined
  onFailure: (error: unknown) => void
  /** The last version that this recorder wrote. */
  known?: { etag: string; head: Head; value: unknown }
}

/** The record that a version continues, the document after it, and the edit of other programs since. */
interface Base {
  head?: Head | undefined
  /** Absent when the history is damaged. */
  value?: unknown
  outside: Edit[]
}

/**
 * Creates the recorder of one document, once per process and document. A version costs one more object, the first
 * one of a day another. A change by another program is recorded before the next edit, with an unknown actor.
 */
export function createRecorder(archive: Archive, options: RecorderOptions): Recorder {
  const { document, clock, storeClock = () => undefined, complete } = options
  const { onFailure = () => {}, onJump = () => {} } = options
  const context: Context = { archive, document, clock, storeClock, complete, onFailure, onJump }
  return {
    async record(version, edits, next) {
      const base = await baseOf(context, version)
      return writeRecord(context, base, { edits, next, from: digestOf(base, version) })
    },
  }
}

async function baseOf(context: Context, version: Version): Promise<Base> {
  const { archive, known } = context
  const { value } = version
  if (known && version.etag === known.etag) return { head: known.head, value, outside: [] }
  const named = await headOf(archive, version)
  // Somebody put an older version back, with its metadata.
  const isOlder = known && named && named.at <= known.head.at && named.number < known.head.number
  const head = isOlder ? known.head : named
  if (!head || digestOfVersion(version) === head.leadsTo) return { head, value, outside: [] }
  return { head, ...(await outsideSince(context, head, value)) }
}

/** The document after a record, and the edit of other programs since. */
async function outsideSince(
  { archive, known, complete, onFailure }: Context,
  head: Head,
  after: unknown,
): Promise<Omit<Base, 'head'>> {
  try {
    const isKnown = known?.head.slot === head.slot
    const value = isKnown ? known.value : (await stateAt(archive, head, head.at))?.value
    return { value, outside: outsideEdits(value, after, complete) }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // A damaged history does not block edits: the previous value is unknown.
    onFailure(error)
    return { outside: outsideReplacement(after) }
  }
}

/** The action of a change that only adds what the model of the document requires. */
export const COMPLETED = 'completed'

/** The edits since the recorded value: the additions of the document's model, and the edit of another program. */
function outsideEdits(
  before: unknown,
  after: unknown,
  complete: (value: unknown) => unknown = (value) => value,
): Edit[] {
  const completed = before === undefined ? before : complete(before)
  return [
    { ...OUTSIDE, action: COMPLETED, before, after: completed, steps: diff(before, completed) },
    { ...OUTSIDE, before: completed, after, steps: diff(completed, after) },
  ].filter(({ steps }) => steps.length > 0)
}

/** The edit of another program when the previous value is unknown: the complete document. */
function outsideReplacement(after: unknown): Edit[] {
  const root: Pick<Step, 'path' | 'at'> = { path: '', at: [] }
  const step: Step = after === undefined ? { op: 'remove', ...root } : { op: 'add', ...root, after }
  return [{ ...OUTSIDE, before: undefined, after, steps: [step] }]
}

const OUTSIDE = { actor: null, action: 'changed outside', requestId: undefined }

function digestOf({ head }: Base, version: Version): string | null {
  return head?.leadsTo ?? digestOfVersion(version)
}

async function writeRecord(
  context: Context,
  base: Base,
  { edits, next, from }: { edits: readonly Edit[]; next: Next; from: string | null },
): Promise<Recorded> {
  const { archive, document, clock, storeClock } = context
  const { head, outside } = base
  const number = (head?.number ?? 0) + 1
  const { time, rejected, isJump } = timeAfter(head?.at ?? 0, { own: clock(), store: storeClock() })
  // The copy marks the jump: without one, the record has the later time as well.
  const isMarked = isJump && base.value !== undefined
  const at = new Date(isJump && !isMarked ? (head?.at ?? time) : time).toISOString()
  const record: VersionRecord = {
    format: 1,
    document,
    slot: slotOf(number, randomBytes(6).toString('base64url')),
    number,
    at,
    previous: head ? { slot: head.slot } : null,
    from,
    leadsTo: digest(next.text),
    changes: [...outside, ...edits].map((edit, i) =>
      changeOf(edit, { id: `${document}-${number}-${i + 1}`, at }),
    ),
  }
  if (base.value !== undefined && (isMarked || isCopied(head, at))) {
    const of = { slot: head?.slot ?? slotOf(0), at: head?.at ?? Date.parse(at), isJump: isMarked }
    await archive.putCopy(of, jsonBytes(base.value))
  }
  await archive.putRecord(record)
  return {
    meta: withHead(headAt(record)),
    changes: record.changes.slice(outside.length),
    stored(etag) {
      if (rejected !== undefined) context.onJump({ rejected, recorded: Date.parse(at) })
      context.known = { etag, head: headAt(record), value: next.value }
      maintain(context, record).catch(context.onFailure)
    },
  }
}

/** Whether the version before the next record is copied: that of another day, or after many records. */
function isCopied(head: Head | undefined, at: string): boolean {
  if (!head || head.number % RECORDS_PER_COPY === 0) return true
  return new Date(head.at).toISOString().slice(0, 10) !== at.slice(0, 10)
}

async function maintain({ archive }: Context, record: VersionRecord): Promise<void> {
  if (record.number % RUN === 0) await storeRuns(archive, record.slot)
}
