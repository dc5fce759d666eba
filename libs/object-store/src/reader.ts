import { setImmediate } from 'node:timers/promises'
import { DomainError } from '@landscape/errors'
import type { z } from 'zod'
import { decode } from './decode.ts'
import type { Meta, ObjectRef, ObjectStore } from './port.ts'

/** One version of a document. The value is shared between readers: do not change it. */
export interface Snapshot<T> {
  value: T
  etag: string
  meta: Meta
  /** Seconds since the store last confirmed this version, when it cannot be reached now. */
  staleSeconds?: number
}

export interface ReaderOptions {
  readMaxAgeMs?: number
  staleIfErrorSeconds?: number
  now?: () => number
}

export interface Reader<T> {
  read(): Promise<Snapshot<T> | undefined>
  /** The version in the store now, from the store: never a stale copy. */
  load(): Promise<Snapshot<T> | undefined>
  /** Makes a version that this process has just written the one to revalidate. */
  adopt(snapshot: Snapshot<T>): void
}

type Version<T> = { etag: string; snapshot: Snapshot<T> } | { etag: string; error: unknown }

/** Reads of one document: each revalidates with the store, and parses only a new version. */
export function createReader<T>(
  store: ObjectStore,
  ref: ObjectRef,
  schema: z.ZodType<T>,
  { readMaxAgeMs = 0, staleIfErrorSeconds = 3600, now = Date.now }: ReaderOptions,
): Reader<T> {
  let last: Version<T> | undefined
  let good: { snapshot: Snapshot<T>; confirmedAt: number } | undefined
  let adopted = 0
  let running: Promise<Snapshot<T> | undefined> | undefined
  let waiting: Promise<Snapshot<T> | undefined> | undefined

  /** Joins the revalidation that has not begun yet, else begins one. */
  function share(): Promise<Snapshot<T> | undefined> {
    if (waiting) return waiting
    // The reads that came in with one turn of the event loop share a call even when the store
    // answers at once.
    const turn = running ? running.then(nothing, nothing) : setImmediate()
    waiting = turn.then(() => {
      waiting = undefined
      return begin()
    })
    return waiting
  }

  function begin(): Promise<Snapshot<T> | undefined> {
    const mine = load().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }

  async function load(): Promise<Snapshot<T> | undefined> {
    const base = last
    const startedAt = now()
    const before = adopted
    const got = await store.get(ref, base ? { ifNoneMatch: base.etag } : {})
    // A version that this process wrote meanwhile is newer than what this call may have seen.
    const install = (version: Version<T> | undefined) => {
      if (adopted !== before) return
      last = version
      if (!version) good = undefined
      else if ('snapshot' in version) good = { snapshot: version.snapshot, confirmedAt: startedAt }
    }
    if (got.kind === 'missing') {
      install(undefined)
      return undefined
    }
    const version = got.kind === 'found' ? versionOf(got.etag, got.meta, got.body) : base
    if (!version) throw new Error(`${store.kind} store: "not modified" without a condition`)
    install(version)
    if ('error' in version) throw version.error
    return version.snapshot
  }

  function versionOf(etag: string, meta: Meta, body: Buffer): Version<T> {
    try {
      return { etag, snapshot: { value: decode(ref, schema, body), etag, meta } }
    } catch (error) {
      return { etag, error }
    }
  }

  function lastGood(cause: unknown): Snapshot<T> {
    const age = good ? (now() - good.confirmedAt) / 1000 : Infinity
    if (good && age <= staleIfErrorSeconds) {
      return { ...good.snapshot, staleSeconds: Math.max(0, Math.floor(age)) }
    }
    throw new DomainError('unavailable', 'Storage is not reachable', { cause, retryAfter: 5 })
  }

  return {
    load,
    async read() {
      if (readMaxAgeMs > 0 && good && now() - good.confirmedAt <= readMaxAgeMs) return good.snapshot
      try {
        return await share()
      } catch (error) {
        if (isInvalid(error)) throw error
        return lastGood(error)
      }
    },
    adopt(snapshot) {
      adopted++
      last = { etag: snapshot.etag, snapshot }
      good = { snapshot, confirmedAt: now() }
    },
  }
}

function isInvalid(error: unknown): boolean {
  return Error.isError(error) && error.name === 'DocumentInvalid'
}

function nothing(): void {}
