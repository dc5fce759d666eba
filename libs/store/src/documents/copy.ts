import type { Meta } from '../objects/port.ts'
import { DocumentInvalid } from './decode.ts'
import type { Layout } from './layout.ts'
import type { Observe } from './observe.ts'

/** One version of a document. The value is shared between readers: do not change it. */
export interface Snapshot<T> {
  value: T
  etag: string
  meta: Meta
  layout?: Layout
  /** Seconds since the store last confirmed this version, when the present one cannot be read. */
  staleSeconds?: number
}

/** The last good copy of a document, and what is known of the store that it came from. */
export function createCopy<T>(observe: Observe) {
  /** Only the tag of a version that could be read is ever revalidated. */
  let good: { snapshot: Snapshot<T>; confirmedAt: number } | undefined
  /** Reads are numbered as they begin, own writes as they end; an older one never undoes a newer. */
  let begun = 0
  let newest = 0
  let outage: { error: unknown } | undefined
  /** Tag of the version in the store that could not be read. */
  let invalid: string | undefined

  return {
    good: () => good,
    /** Why the store could not be reached when it was last called. */
    outage: () => outage,
    /** Whether a tag is that of the stored version that could not be read. */
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
      // A store that returns an unreadable version is reachable: nobody's patience is cut short.
      outage = isInvalid ? undefined : { error }
      if (isInvalid) invalid = error.etag
    },
  }
}
