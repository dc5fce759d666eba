import type { Meta } from '../objects/port.ts'
import { DocumentInvalid } from './decode.ts'
import type { Layout } from './layout.ts'
import type { Observe } from './observe.ts'

/** One version of a document. The value is frozen and shared between readers. */
export interface Snapshot<T> {
  value: T
  etag: string
  meta: Meta
  layout?: Layout
  /** Seconds since the store last confirmed this version, when the present one cannot be read. */
  staleSeconds?: number
}

/** The last good copy of a document, and the state of its store. */
export function createCopy<T>(observe: Observe) {
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
