import { randomBytes } from 'node:crypto'
import { PreconditionFailed, StoreUnavailable, type Meta } from '../objects/port.ts'
import { BLOCK, slotOf, type Archive } from './archive.ts'
import type { At, Stored } from './chain.ts'
import { changeOf, outsideReplacement, outsideEdits, type Edit } from './edit.ts'
import { fold } from './fold.ts'
import { headOf, newestRecord, presentIn, type Version } from './head.ts'
import { jsonBytes } from './json-bytes.ts'
import { digest, headAt, withHead, type Head, type VersionRecord } from './record.ts'
import { stateOf } from './state.ts'

/** A change in its record: what a caller may ask about it. */
export interface RecordedChange {
  id: string
  /** Where its record is. */
  at: At
}

interface Recorded {
  /** What the metadata of the version have to say of its record. */
  meta: Meta
  /** The changes that were made of the edits, in their order. */
  changes: RecordedChange[]
  /** To be called once the version is stored. */
  stored: (etag: string) => void
}

/** Writes the records of one document: one before each version. */
export interface Recorder {
  /**
   * Stores the record of a version that is about to be stored over another.
   *
   * @param next its text and value
   * @throws PreconditionFailed when another writer has been there; the version has to be read again
   * @throws StoreUnavailable
   */
  record(
    base: Version,
    edits: readonly Edit[],
    next: { text: Buffer; value: unknown },
  ): Promise<Recorded>
}

export interface RecorderOptions {
  document: string
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Told of what of a history could not be read, or folded, while edits went on. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Called with each record whose version was stored. */
  onStored?: ((stored: Stored) => void) | undefined
}

/** What the recorder knows of the version that it wrote, or looked at, last. */
interface Known {
  etag: string | undefined
  head: Head | undefined
  value: unknown
}

/** The record that a version continues, and what was made of it by other means. */
interface Begun {
  head?: Head | undefined
  outside: Edit[]
}

/**
 * The recorder of one document; one for each process and document.
 *
 * A version that is stored under the eyes of the recorder costs one object more. What was made of the
 * document by other means since the last record is recorded first, as a change by nobody known.
 */
export function createRecorder(
  archive: Archive,
  { document, clock, onFailure = () => {}, onStored = () => {} }: RecorderOptions,
): Recorder {
  let known: Known | undefined
  /** The version for which a slot was found taken: the second time it is no other writer's haste. */
  let taken: string | undefined

  async function begin(base: Version): Promise<Begun> {
    if (base.etag !== undefined && base.etag === known?.etag)
      return { head: known.head, outside: [] }
    const head = await headOf(archive, base)
    if (!head) return { outside: [] }
    const outside = presentIn(base) === head.leadsTo ? [] : await outsideSince(head, base)
    return { head, outside }
  }

  /** What was made of the document by other means since a record; at most one edit. */
  async function outsideSince(head: Head, { value: after }: Version): Promise<Edit[]> {
    try {
      return outsideEdits(await valueAt(head), after)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      // The history is damaged, which keeps nobody from editing: what stood there is not known any more.
      onFailure(error)
      return outsideReplacement(after)
    }
  }

  async function valueAt(head: Head): Promise<unknown> {
    return known?.head?.hash === head.hash ? known.value : stateOf(archive, head)
  }

  /** Where a record goes, when the place after its predecessor is taken. */
  async function placeOf(base: Version, head: Head | undefined): Promise<Head | undefined> {
    const here = base.etag ?? ''
    if (taken !== here) {
      taken = here
      throw new PreconditionFailed('Another record is there already')
    }
    const after = head?.number ?? 0
    // A record that others were built on was stored: the document was put back to an older version. So
    // was one whose version this process has stored itself.
    const newest = await newestRecord(archive, { present: presentIn(base), after })
    return newest ?? (known?.head?.number === after + 1 ? known.head : undefined)
  }

  async function attempt(
    base: Version,
    begun: Begun,
    edits: readonly Edit[],
    next: { text: Buffer; value: unknown },
    chance?: string,
  ): Promise<Recorded> {
    const { head, outside } = begun
    const number = (head?.number ?? 0) + 1
    const slot = slotOf(number, chance)
    const at = new Date(Math.max(clock(), head?.at ?? 0)).toISOString()
    const record: VersionRecord = {
      format: 1,
      document,
      number,
      at,
      previous: head ? { slot: head.slot, hash: head.hash } : null,
      from: head?.leadsTo ?? presentIn(base),
      leadsTo: digest(next.text),
      changes: [...outside, ...edits].map((edit, i) =>
        changeOf(edit, { id: `${document}-${number}-${i + 1}`, at }),
      ),
    }
    if (!head && record.from !== null) {
      await archive.putState(record.from, jsonBytes(base.value))
    }
    const recordText = JSON.stringify(record)
    await archive.putRecord(slot, recordText)
    const newHead = headAt(record, slot, recordText)
    return {
      meta: withHead(newHead),
      changes: record.changes.slice(outside.length).map(({ id }) => ({ id, at: { slot, number } })),
      stored(etag) {
        known = { etag, head: newHead, value: next.value }
        onStored({ slot, record })
        if (number % BLOCK === 0) fold(archive, newHead, next.text).catch(onFailure)
      },
    }
  }

  return {
    async record(base, edits, next) {
      const begun = await begin(base)
      try {
        return await attempt(base, begun, edits, next)
      } catch (error) {
        if (!(error instanceof PreconditionFailed)) throw error
        const ahead = await placeOf(base, begun.head)
        const chance = randomBytes(6).toString('base64url')
        if (!ahead) return attempt(base, begun, edits, next, chance)
        const outside = await outsideSince(ahead, base)
        return attempt(base, { head: ahead, outside }, edits, next, chance)
      }
    },
  }
}
