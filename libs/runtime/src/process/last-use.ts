import { Degraded, type Check } from './health.ts'

/** How a dependency was when it was last used, for `/readyz`: nobody asks it to find that out. */
export interface LastUse {
  worked: () => void
  /** @param reason for operators, without addresses */
  failed: (reason: string) => void
  check: Check
}

/** What nobody has tried again for so long says nothing about now. */
const FORGOTTEN_MS = 10 * 60_000

/** @param now milliseconds of a clock that is never set */
export function createLastUse(now: () => number = () => performance.now()): LastUse {
  let failure: { reason: string; at: number } | undefined
  return {
    worked: () => void (failure = undefined),
    failed: (reason) => void (failure = { reason, at: now() }),
    async check() {
      if (failure && now() - failure.at < FORGOTTEN_MS) throw new Degraded(failure.reason)
    },
  }
}
