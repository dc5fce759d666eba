import { DomainError, shareCalls, withinTime } from '@landscape/errors'
import type { z } from 'zod'
import { decode, DocumentInvalid } from './decode.ts'
import { marksIn } from './commit-marks.ts'
import type { ItemText } from './item-text.ts'
import { layoutOf, type Layout } from './layout.ts'
import type { Observe } from './observe.ts'
import type { GetResult, Meta, ObjectRef, ObjectStore } from '@landscape/object-store'

/** One version of a document. The value is shared between readers: do not change it. */
export interface Snapshot<T> {
  value: T
  etag: string
  meta: Meta
  layout?: Layout
  /** What spares the next version reading, and writing, all of it. */
  itemText?: ItemText
  /** Seconds since the store last confirmed this version, when the present one cannot be read. */
  staleSeconds?: number
}

export interface ReaderOptions {
  readMaxAgeMs?: number
  staleIfErrorSeconds?: number
  /** How many questions of readers to the store may be under way. */
  questionsAtOnce?: number
  observe: Observe
  now: () => number
}

/** Reads of one document. */
export interface Reader<T> {
  read(): Promise<Snapshot<T> | undefined>
  /** The version in the store now, from the store: never a stale copy. */
  load(): Promise<Snapshot<T> | undefined>
  /**
   * Makes a version that this process has just written the one to revalidate, unless one that was
   * written on it has been read already.
   *
   * @param mark of the commit that wrote it
   */
  adopt(snapshot: Snapshot<T>, mark: string): void
}

type Found = Extract<GetResult, { kind: 'found' }>
type Decoded<T> = Required<Pick<Snapshot<T>, 'value' | 'itemText'>>

/** For so long readers wait for a question that is under way, before there is one more. */
const PACE_MS = 5
/** How long a read waits for a store that has just failed, before it takes the last good copy. */
const PATIENCE_MS = 300

/** Reads of one document: each revalidates with the store, and parses only a new version. */
export function createReader<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  {
    readMaxAgeMs = 0,
    staleIfErrorSeconds = 3600,
    questionsAtOnce = 4,
    observe,
    now,
  }: ReaderOptions,
): Reader<T> {
  /** The last version that could be read: only its tag is ever revalidated. */
  let good: { snapshot: Snapshot<T>; confirmedAt: number } | undefined
  /** Reads are numbered as they begin, own writes as they end; an older one never undoes a newer. */
  let begun = 0
  let newest = 0
  let outage: { error: unknown } | undefined
  /** Tag of the version in the store that could not be read. */
  let invalid: string | undefined
  /** The version that is being read. */
  let decoding: { etag: string; result: Promise<Decoded<T>> } | undefined
  const share = shareCalls<void, Snapshot<T> | undefined>(load, {
    maximum: questionsAtOnce,
    paceMs: PACE_MS,
    heard: patiently,
  })

  /**
   * While the store is known to fail, nobody waits for the time-out of yet another call. The first
   * answer of the store ends this.
   */
  function patiently<R>(answer: Promise<R>): Promise<R> {
    if (!outage) return answer
    const { error } = outage
    return withinTime(answer, PATIENCE_MS, () => {
      throw error
    })
  }

  async function load(): Promise<Snapshot<T> | undefined> {
    const base = good?.snapshot
    const startedAt = now()
    const mine = ++begun
    try {
      const snapshot = await ask(base)
      install(mine, snapshot, startedAt)
      return snapshot
    } catch (error) {
      failed(mine, error)
      throw error
    }
  }

  /**
   * What the store has now. An answer that cannot be read is asked for once more: it may have been
   * cut on the way, which nothing shows when it carries no checksum.
   */
  async function ask(base: Snapshot<T> | undefined): Promise<Snapshot<T> | undefined> {
    try {
      return await answerOf(base)
    } catch (error) {
      if (!(error instanceof DocumentInvalid) || error.etag === invalid) throw error
      observe.failure('invalid')
      return answerOf(base)
    }
  }

  async function answerOf(base: Snapshot<T> | undefined): Promise<Snapshot<T> | undefined> {
    const got = await store.get(ref, base ? { ifNoneMatch: base.etag } : {})
    if (got.kind === 'missing') return undefined
    if (got.kind === 'found') {
      const { etag, meta, body } = got
      return { ...(await decoded(got, base?.itemText)), etag, meta, layout: layoutOf(body) }
    }
    if (!base) throw new Error(`${store.kind} store: "not modified" without a condition`)
    return base
  }

  /** A version is read once, however many questions bring it at the same time. */
  async function decoded(got: Found, before: ItemText | undefined): Promise<Decoded<T>> {
    if (decoding?.etag === got.etag) return decoding.result
    const mine = { etag: got.etag, result: decode(ref, schema, got, before) }
    decoding = mine
    try {
      return await mine.result
    } finally {
      if (decoding === mine) decoding = undefined
    }
  }

  function install(mine: number, snapshot: Snapshot<T> | undefined, confirmedAt: number): void {
    if (mine < newest) return
    newest = mine
    if (outage !== undefined || invalid !== undefined) observe.recovery()
    outage = undefined
    invalid = undefined
    good = snapshot && { snapshot, confirmedAt }
  }

  function failed(mine: number, error: unknown): void {
    const isInvalid = error instanceof DocumentInvalid
    observe.failure(isInvalid ? 'invalid' : 'unavailable')
    if (mine < newest) return
    const isKnown = isInvalid ? error.etag === invalid : outage !== undefined
    if (!isKnown) observe.outage(error)
    // A store that answers with what cannot be read is not away: nobody's patience is cut short.
    outage = isInvalid ? undefined : { error }
    if (isInvalid) invalid = error.etag
  }

  async function current(): Promise<Snapshot<T> | undefined> {
    if (readMaxAgeMs > 0 && good && now() - good.confirmedAt <= readMaxAgeMs) return good.snapshot
    try {
      return await patiently(share())
    } catch (error) {
      return lastGood(error)
    }
  }

  function lastGood(cause: unknown): Snapshot<T> {
    const age = good ? (now() - good.confirmedAt) / 1000 : Infinity
    if (good && age <= staleIfErrorSeconds) {
      return { ...good.snapshot, staleSeconds: Math.max(0, Math.floor(age)) }
    }
    if (cause instanceof DocumentInvalid) throw cause
    throw new DomainError('unavailable', 'Storage is not reachable', { cause, retryAfter: 5 })
  }

  return {
    load,
    async read() {
      try {
        const snapshot = await current()
        observe.read(snapshot?.staleSeconds === undefined ? 'fresh' : 'stale')
        return snapshot
      } catch (error) {
        observe.read('failed')
        throw error
      }
    },
    adopt(snapshot, mark) {
      if (good && marksIn(good.snapshot.meta).includes(mark)) return
      install(++begun, snapshot, now())
    },
  }
}
