import { timingSafeEqual } from 'node:crypto'
import { readKeyText } from '@landscape/contracts/api-key-text'
import { type AcceptedKeys, keyAuthor } from '@landscape/contracts/api-keys'
import { cachedFor } from '@landscape/contracts/async/share-calls'
import type { Identity } from '@landscape/contracts/identity'
import type { Logger } from '@landscape/contracts/logger'
import type { Authenticator } from './identify.ts'
import { unauthenticated } from './token-error.ts'

type AcceptedKey = AcceptedKeys['keys'][number]

/** Access to the keys in the admin-review service. */
export interface KeySource {
  /** @throws DomainError `unavailable` */
  fetchKeys: () => Promise<readonly AcceptedKey[]>
  /** Records the day of the last use of a key. */
  reportUse: (id: string) => Promise<void>
}

/** Establishes callers by API keys. */
export interface KeyRing {
  /**
   * The identity of a key.
   * @throws DomainError `unauthenticated`; `unavailable` while accepted keys cannot be fetched
   */
  identify: (key: string) => Promise<Identity>
}

interface KeyRingDeps {
  source: KeySource
  logger: Pick<Logger, 'warn'>
  /** Milliseconds since the epoch, for expiry and days of use. */
  now?: () => number
  /** Milliseconds of a monotonic clock, for the cache. */
  monotonic?: () => number
}

/** Maximum age of the accepted keys, and so the time within which a revocation takes effect. */
export const MAX_KEYS_AGE_MS = 5_000
/** The same before a key is rejected as unknown: it may be new. */
export const MAX_UNKNOWN_AGE_MS = 1_000
const REPORT_RETRY_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Verifies keys against all accepted ones, which are fetched together: guessed keys cause at most one
 * request a second. A failure to fetch them is kept as long as a result.
 */
export function createKeyRing({
  source,
  logger,
  now = Date.now,
  monotonic = () => performance.now(),
}: KeyRingDeps): KeyRing {
  const fetchById = async () => new Map((await source.fetchKeys()).map((key) => [key.id, key]))
  const accepted = cachedFor(MAX_KEYS_AGE_MS, fetchById, monotonic)
  const reportUse = createUseReporter(source, logger, now)
  return {
    async identify(text) {
      const sent = readKeyText(text)
      if (!sent) throw unauthenticated('API key is malformed', 'api key')
      const known = await accepted()
      const key = known.get(sent.id) ?? (await accepted(MAX_UNKNOWN_AGE_MS)).get(sent.id)
      if (!key || !isEqual(key.hash, sent.hash) || key.expiresAt <= now())
        throw unauthenticated('API key is unknown, expired or revoked', 'api key')
      reportUse(key.id)
      return identityOf(key)
    },
  }
}

function isEqual(hash: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(other, 'hex'))
}

function identityOf({ id, name, scope }: AcceptedKey): Identity {
  return {
    subject: `key:${id}`,
    email: keyAuthor(name),
    groups: scope === 'admin' ? ['admin'] : [],
    keyScope: scope,
  }
}

/** Reports the first use of each key on a day (UTC); requests do not wait for it. */
function createUseReporter(
  source: KeySource,
  logger: Pick<Logger, 'warn'>,
  now: () => number,
): (id: string) => void {
  /** Times (ms since the epoch) before which a key is not reported again. */
  const quietUntil = new Map<string, number>()
  return (id) => {
    const at = now()
    if (at < (quietUntil.get(id) ?? 0)) return
    quietUntil.set(id, at + REPORT_RETRY_MS)
    source.reportUse(id).then(
      () => quietUntil.set(id, (Math.floor(at / DAY_MS) + 1) * DAY_MS),
      (err: unknown) => logger.warn({ err, id }, 'the use of an API key could not be recorded'),
    )
  }
}

/** Callers by API keys. A key names no person, so other credentials next to it are those of another caller. */
export function byApiKey(ring: KeyRing): Authenticator {
  return ({ apiKey, ...others }) => {
    if (apiKey === undefined) return undefined
    if (Object.values(others).some((other) => other !== undefined))
      throw unauthenticated('Not authorized', 'two callers')
    return ring.identify(apiKey)
  }
}
