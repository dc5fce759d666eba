import { DomainError } from '@landscape/contracts/errors/domain-error'

interface AnonymousBudgetOptions {
  /** Maximum number of rejections per caller within the window. */
  maxEach: number
  /** Maximum number of rejections of all callers within the window. */
  maxAll: number
  windowMs: number
  /** Maximum number of concurrent attempts. */
  maxAtOnce: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** Limits how many calls of unverified callers the source-control host may reject. */
export interface AnonymousBudget {
  /**
   * @throws DomainError `rate-limited` when the caller's budget is exhausted, `unavailable` when the budget
   *   of all callers is, or too many attempts are in progress
   */
  assertAvailable(caller: string): void
  /**
   * Runs an attempt within the budget. It counts as rejected until it has ended, so that concurrent attempts
   * cannot exceed the budget.
   */
  run<T>(caller: string, attempt: () => Promise<T>): Promise<T>
}

/** A rejection, or an attempt in progress. */
interface Charge {
  caller: string
  /** When it expires; infinite while the attempt is in progress. */
  until: number
}

const REJECTIONS: ReadonlySet<string> = new Set(['unauthenticated', 'invalid-input'])
const BUSY_S = 5

/** A budget in memory, per process. */
export function createAnonymousBudget(options: AnonymousBudgetOptions): AnonymousBudget {
  const { maxEach, maxAll, windowMs, maxAtOnce, now } = options
  // At most `maxAll` elements.
  const charges = new Set<Charge>()

  function assertAvailable(caller: string): void {
    for (const charge of charges) if (charge.until <= now()) charges.delete(charge)
    const all = [...charges]
    const ofCaller = all.filter((charge) => charge.caller === caller)
    if (ofCaller.length >= maxEach) {
      throw new DomainError('rate-limited', 'Too many failed attempts. Please try again later.', {
        reason: 'failed attempts',
        retryAfter: secondsUntilExpiry(ofCaller),
      })
    }
    const inProgress = all.filter(({ until }) => until === Infinity)
    if (all.length >= maxAll || inProgress.length >= maxAtOnce) {
      throw busy(inProgress.length >= maxAtOnce ? BUSY_S : secondsUntilExpiry(all))
    }
  }

  function secondsUntilExpiry(some: readonly Charge[]): number {
    const next = Math.min(...some.map(({ until }) => until))
    return next === Infinity ? BUSY_S : Math.ceil((next - now()) / 1000)
  }

  return {
    assertAvailable,
    async run(caller, attempt) {
      assertAvailable(caller)
      const charge: Charge = { caller, until: Infinity }
      charges.add(charge)
      try {
        const result = await attempt()
        charges.delete(charge)
        return result
      } catch (error) {
        if (isRejection(error)) charge.until = now() + windowMs
        else charges.delete(charge)
        throw error
      }
    },
  }
}

/** The error for requests beyond the concurrency limit. */
export function busy(retryAfter: number = BUSY_S): DomainError {
  const message = 'Too many requests are waiting for the source-control host'
  return new DomainError('unavailable', message, { reason: 'host is busy', retryAfter })
}

function isRejection(error: unknown): boolean {
  return error instanceof DomainError && REJECTIONS.has(error.code)
}
