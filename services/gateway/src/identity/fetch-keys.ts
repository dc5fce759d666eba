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

/** Nobody answered, or only with a fault of their own: it says nothing about any key. */
export class KeysAway extends FetchError {}

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
        throw new KeysAway(uri, cause)
      }
      const refused = refusal(answer.status)
      if (refused) throw refused
      if (answer.status >= 500) throw new KeysAway(uri, `status ${answer.status}`)
      if (!answer.ok) throw new FetchError(uri, `status ${answer.status}`)
      if (bytes.byteLength > MAX_BYTES) throw new FetchError(uri, 'too many bytes')
      return bytes
    },
  }
}
