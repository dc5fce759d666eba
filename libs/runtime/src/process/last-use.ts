import { Degraded, type Check } from './health.ts'

/** Outcome of the last use of a dependency, for `/readyz`, without a call to it. */
export interface LastUse {
  worked: () => void
  /** @param reason for operators, without addresses */
  failed: (reason: string) => void
  check: Check
}

/** Age at which a failure no longer counts. */
const EXPIRES_MS = 10 * 60_000

/** @param now milliseconds of a monotonic clock */
export function createLastUse(now: () => number = () => performance.now()): LastUse {
  let failure: { reason: string; at: number } | undefined
  return {
    worked: () => void (failure = undefined),
    failed: (reason) => void (failure = { reason, at: now() }),
    async check() {
      if (failure && now() - failure.at < EXPIRES_MS) throw new Degraded(failure.reason)
    },
  }
}
