import { DomainError } from '@landscape/errors'

interface StrangersOptions {
  /** Refusals that one caller may cause within the window. */
  maxEach: number
  /** The same, for all callers together. */
  maxAll: number
  windowMs: number
  /** How many may be asked for at once. */
  maxAtOnce: number
  /** Milliseconds of a clock that is never set. */
  now: () => number
}

/** Asks a host on behalf of callers who have proven nothing, within a budget of refusals. */
export interface Strangers {
  /**
   * @throws DomainError `rate-limited` when the caller has used up its budget, `unavailable` when
   *   all together have, or too many are being asked for
   */
  assertWelcome(caller: string): void
  /**
   * Asks, unless the caller is not welcome. A question counts as refused until it turns out not to
   * be: whoever asks many at once has no more than whoever asks one after the other.
   */
  ask<T>(caller: string, question: () => Promise<T>): Promise<T>
}

/** One refusal, or a question that may become one. */
interface Spent {
  caller: string
  /** When it is forgotten; never while the host is being asked. */
  until: number
}

const REFUSALS: ReadonlySet<string> = new Set(['unauthenticated', 'invalid-input'])
const BUSY_S = 5

/** A budget that is kept in memory: each process has its own. */
export function createStrangers(options: StrangersOptions): Strangers {
  const { maxEach, maxAll, windowMs, maxAtOnce, now } = options
  // Never more than `maxAll`.
  const spent = new Set<Spent>()

  function assertWelcome(caller: string): void {
    for (const one of spent) if (one.until <= now()) spent.delete(one)
    const all = [...spent]
    const own = all.filter((one) => one.caller === caller)
    if (own.length >= maxEach) {
      throw new DomainError('rate-limited', 'Too many failed attempts. Please try again later.', {
        reason: 'failed attempts',
        retryAfter: secondsUntilOneIsForgotten(own),
      })
    }
    const underWay = all.filter(({ until }) => until === Infinity)
    if (all.length >= maxAll || underWay.length >= maxAtOnce) {
      throw busy(underWay.length >= maxAtOnce ? BUSY_S : secondsUntilOneIsForgotten(all))
    }
  }

  function secondsUntilOneIsForgotten(some: readonly Spent[]): number {
    const next = Math.min(...some.map(({ until }) => until))
    return next === Infinity ? BUSY_S : Math.ceil((next - now()) / 1000)
  }

  return {
    assertWelcome,
    async ask(caller, question) {
      assertWelcome(caller)
      const one: Spent = { caller, until: Infinity }
      spent.add(one)
      try {
        const answer = await question()
        spent.delete(one)
        return answer
      } catch (error) {
        if (isRefusal(error)) one.until = now() + windowMs
        else spent.delete(one)
        throw error
      }
    },
  }
}

/** What to say to one more than can be asked for. */
export function busy(retryAfter: number = BUSY_S): DomainError {
  const text = 'Too many requests are waiting for the source-control host'
  return new DomainError('unavailable', text, { reason: 'host is busy', retryAfter })
}

function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && REFUSALS.has(error.code)
}
