import { FetchError } from 'aws-jwt-verify/error'

const TIMEOUT_MS = 3_000
const MAX_BYTES = 1_000_000

/** Whose keys they are. */
export type KeySource = 'identity provider' | 'load balancer'

/** Makes a fetcher of keys one that somebody watches. */
export type WatchFetches = (source: KeySource, fetcher: KeyFetcher) => KeyFetcher

export const unwatched: WatchFetches = (_source, fetcher) => fetcher

/** Tells somebody of each fetch when it is over; `error` is absent when the keys came. */
export function watching(over: (source: KeySource, error?: unknown) => void): WatchFetches {
  return (source, fetcher) => ({
    async fetch(uri) {
      try {
        const keys = await fetcher.fetch(uri)
        over(source)
        return keys
      } catch (error) {
        over(source, error)
        throw error
      }
    },
  })
}

/** The key server did not answer, or answered with a fault of its own: this says nothing about any key. */
export class KeysAway extends FetchError {
  /** @param cause of a connection that failed: a `TypeError` of `fetch` whose own cause names the reason */
  constructor(address: string, cause: unknown) {
    super(address, reasonOf(cause))
    if (Error.isError(cause)) this.cause = cause
  }
}

function reasonOf(failure: unknown): unknown {
  const cause = Error.isError(failure) ? failure.cause : undefined
  return Error.isError(cause) ? `${String(failure)}: ${cause.message}` : failure
}

/** Fetches public keys as bytes, for the caches of aws-jwt-verify. */
export interface KeyFetcher {
  fetch(uri: string): Promise<ArrayBuffer>
}

/**
 * A fetcher that also speaks plain http (emulators), follows no redirect and reads a bounded body.
 * Every failure is a `FetchError`, except what `refusal` makes of a status.
 *
 * @param addressOf where to fetch instead of the address that the library derived
 */
export function createKeyFetcher(
  addressOf: (uri: string) => string,
  refusal: (status: number) => Error | undefined = () => undefined,
): KeyFetcher {
  return {
    async fetch(uri) {
      const address = addressOf(uri)
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      let answer: Response
      let bytes: ArrayBuffer
      try {
        answer = await fetch(address, { redirect: 'error', signal })
        bytes = await answer.arrayBuffer()
      } catch (cause) {
        throw new KeysAway(address, cause)
      }
      const refused = refusal(answer.status)
      if (refused) throw refused
      if (answer.status >= 500) throw new KeysAway(address, `status ${answer.status}`)
      if (!answer.ok) throw new FetchError(address, `status ${answer.status}`)
      if (bytes.byteLength > MAX_BYTES) throw new FetchError(address, 'too many bytes')
      return bytes
    },
  }
}
