import { setTimeout as sleep } from 'node:timers/promises'
import { FetchError, WaitPeriodNotYetEndedJwkError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { createKeyFetcher, unwatched, type KeyFetcher, type WatchFetches } from './fetch-keys.ts'

const MAX_WAITING = 200

/**
 * Public keys of the identity provider. An unknown key id fetches the set again, at most once per
 * `intervalMs`; who comes in between waits. Refusing them instead, as the library does for ten
 * seconds, would let anybody with a made-up key id lock out everybody whose token bears the newest key.
 *
 * @param address where the key set is, whichever of the provider's two issuers a token names
 */
export function createIdpKeys(
  address: string,
  intervalMs = 250,
  watch: WatchFetches = unwatched,
): SimpleJwksCache {
  return new SimpleJwksCache({
    fetcher: watch('identity provider', refusingEmpty(createKeyFetcher(() => address))),
    penaltyBox: createTurnstile(intervalMs),
  })
}

/** A provider without any key is broken: believing it would call every token forged. */
function refusingEmpty(fetcher: KeyFetcher): KeyFetcher {
  return {
    async fetch(uri) {
      const bytes = await fetcher.fetch(uri)
      if (isEmptySet(Buffer.from(bytes).toString())) throw new FetchError(uri, 'no keys')
      return bytes
    },
  }
}

function isEmptySet(text: string): boolean {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) && keys.length === 0
  } catch {
    // No key set at all: the cache refuses it.
    return false
  }
}

function createTurnstile(intervalMs: number) {
  let open = 0
  let waiting = 0
  return {
    async wait() {
      const ms = open - performance.now()
      if (ms <= 0) return
      if (waiting >= MAX_WAITING) throw new WaitPeriodNotYetEndedJwkError('too many unknown keys')
      waiting++
      try {
        await sleep(ms)
      } finally {
        waiting--
      }
    },
    registerFailedAttempt() {
      open = performance.now() + intervalMs
    },
    registerSuccessfulAttempt() {},
  }
}
