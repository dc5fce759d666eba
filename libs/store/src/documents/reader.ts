import { coalesceCalls } from '@landscape/contracts/async/share-calls'
import { withinTime } from '@landscape/contracts/async/within-time'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { GetResult, ObjectRef, ObjectStore } from '../objects/port.ts'
import type { z } from 'zod'
import { marksIn } from './write-version.ts'
import { decode, DocumentInvalid } from './decode.ts'
import { createIncrementalParser } from './incremental-parser.ts'
import { keepElements } from './keep-elements.ts'
import { layoutOf, type Snapshot } from './snapshot.ts'
import type { Observe } from './observe.ts'

interface ReaderOptions<T> {
  /** Applied to each version when it is parsed. */
  complete: (value: T) => T
  staleIfErrorSeconds?: number
  /** Maximum number of concurrent store calls for reads. */
  maxRequests?: number
  observe: Observe
  now: () => number
}

/** Reads of one document. */
export interface Reader<T> {
  read(): Promise<Snapshot<T> | undefined>
  /** Loads the current version from the store; never returns a stale copy. */
  load(): Promise<Snapshot<T> | undefined>
  /**
   * Caches a version that this process has written, unless a later version has been read already.
   *
   * @param mark of the commit that wrote it
   */
  adopt(snapshot: Snapshot<T>, mark: string): void
}

/** Maximum wait (ms) for an in-flight store call before starting another. */
const PACE_MS = 5
/** Maximum wait (ms) for a store that has just failed before the last good copy is served. */
const PATIENCE_MS = 300

/** Reads of one document: each revalidates with the store, and parses only a new version. */
export function createReader<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  options: ReaderOptions<T>,
): Reader<T> {
  const { staleIfErrorSeconds = 3600, maxRequests = 4, observe, now } = options
  const copy = createCopy<T>(observe)
  const load = createLoad(createFetch(store, ref, schema, options.complete), copy, { observe, now })
  const patiently = createPatience(copy)
  const coalescedLoad = coalesceCalls<void, Snapshot<T> | undefined>(load, {
    maximum: maxRequests,
    paceMs: PACE_MS,
    result: patiently,
  })

  async function current(): Promise<Snapshot<T> | undefined> {
    try {
      return await patiently(coalescedLoad())
    } catch (error) {
      return lastGood(copy, error, { now: now(), staleIfErrorSeconds })
    }
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
      if (marksIn(copy.good()?.snapshot.meta).includes(mark)) return
      copy.install(copy.begin(), snapshot, now())
    },
  }
}

/** The last good copy of a document, and the state of its store. */
function createCopy<T>(observe: Observe) {
  /** Only the tag of a readable version is revalidated. */
  let good: { snapshot: Snapshot<T>; confirmedAt: number } | undefined
  /**
   * Reads are numbered when they begin, own writes when they end; a lower number never replaces a higher
   * one.
   */
  let begun = 0
  let newest = 0
  let outage: { error: unknown } | undefined
  /** Tag of the unreadable version in the store. */
  let invalid: string | undefined

  return {
    good: () => good,
    /** The error of the last store call, if it failed. */
    outage: () => outage,
    /** Whether a tag is that of the unreadable version in the store. */
    isInvalid: (etag: string | undefined) => etag === invalid,
    /** The number of a read that begins now. */
    begin: () => ++begun,
    install(number: number, snapshot: Snapshot<T> | undefined, confirmedAt: number): void {
      if (number < newest) return
      newest = number
      if (outage !== undefined || invalid !== undefined) observe.recovery()
      outage = undefined
      invalid = undefined
      good = snapshot && { snapshot, confirmedAt }
    },
    fail(number: number, error: unknown): void {
      const isInvalid = error instanceof DocumentInvalid
      observe.failure(isInvalid ? 'invalid' : 'unavailable')
      if (number < newest) return
      const isKnown = isInvalid ? error.etag === invalid : outage !== undefined
      if (!isKnown) observe.outage(error)
      // A store that returns an unreadable version is reachable, so readers wait for it as usual.
      outage = isInvalid ? undefined : { error }
      if (isInvalid) invalid = error.etag
    },
  }
}

type Copy<T> = ReturnType<typeof createCopy<T>>

/** Bounds the wait for a call: while the store is known to fail, no reader waits for its time-out. */
function createPatience<T>(copy: Copy<T>) {
  return <R>(result: Promise<R>): Promise<R> => {
    const outage = copy.outage()
    if (!outage) return result
    return withinTime(result, PATIENCE_MS, () => {
      throw outage.error
    })
  }
}

/** Loads the current version into the copy. */
function createLoad<T>(
  fetchVersion: ReturnType<typeof createFetch<T>>,
  copy: Copy<T>,
  { observe, now }: Pick<ReaderOptions<T>, 'observe' | 'now'>,
) {
  /** Fetches an unreadable version twice: a body without a checksum may have been truncated in transit. */
  async function fetchTwice(base: Snapshot<T> | undefined): Promise<Snapshot<T> | undefined> {
    try {
      return await fetchVersion(base)
    } catch (error) {
      if (!(error instanceof DocumentInvalid) || copy.isInvalid(error.etag)) throw error
      observe.failure('invalid')
      return fetchVersion(base)
    }
  }

  return async (): Promise<Snapshot<T> | undefined> => {
    const startedAt = now()
    const number = copy.begin()
    const base = copy.good()?.snapshot
    try {
      const snapshot = await fetchTwice(base)
      copy.install(number, snapshot, startedAt)
      return snapshot
    } catch (error) {
      copy.fail(number, error)
      throw error
    }
  }
}

/**
 * The last good copy, unless it is older than `staleIfErrorSeconds`.
 *
 * @param cause the error of the read
 * @throws DocumentInvalid; DomainError `unavailable`
 */
function lastGood<T>(
  copy: Copy<T>,
  cause: unknown,
  { now, staleIfErrorSeconds }: { now: number; staleIfErrorSeconds: number },
): Snapshot<T> {
  const good = copy.good()
  const age = good ? (now - good.confirmedAt) / 1000 : Infinity
  if (good && age <= staleIfErrorSeconds) {
    return { ...good.snapshot, staleSeconds: Math.max(0, Math.floor(age)) }
  }
  if (cause instanceof DocumentInvalid) throw cause
  throw new DomainError('unavailable', 'Storage is not reachable', { cause, retryAfter: 5 })
}

type FoundObject = Extract<GetResult, { kind: 'found' }>

/** Fetches the current version, given the last good one. */
function createFetch<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  complete: (value: T) => T,
) {
  /** The last parsed version, while it is in use: concurrent calls may fetch the same version. */
  let parsed: WeakRef<Snapshot<T>> | undefined
  const parseBody = createIncrementalParser()

  function snapshotOf(found: FoundObject, base: Snapshot<T> | undefined): Snapshot<T> {
    const known = parsed?.deref()
    if (known?.etag === found.etag) return known
    const { etag, meta, body } = found
    const value = keepElements(complete(decode(ref, schema, found, parseBody)), base?.value)
    const snapshot = { value, etag, meta, layout: layoutOf(body) }
    parsed = new WeakRef(snapshot)
    return snapshot
  }

  return async (base: Snapshot<T> | undefined): Promise<Snapshot<T> | undefined> => {
    const got = await store.get(ref, base ? { ifNoneMatch: base.etag } : {})
    if (got.kind === 'missing') return undefined
    if (got.kind === 'found') return snapshotOf(got, base)
    if (!base) throw new Error(`${store.kind} store: "not modified" without a condition`)
    return base
  }
}
