import type { SeatsDocument } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/store'
import { billingFault } from './billing.ts'
import { createCachedRequest } from './cached-request.ts'
import { HostFailure, unableToLoad } from './failure.ts'
import type { Billed, Billing, BillingSource } from './port.ts'

interface BillingSourceOptions {
  billing: Billing
  /** Milliseconds for which usage is fresh. */
  freshMs: number
  /** Milliseconds for which the last response is served while the host is unavailable. */
  staleMs: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
  warn: (error: unknown, name: string) => void
}

const FIVE_MINUTES = 5 * 60_000
const BACKOFF_MS = 5_000
const MAX_STALE_WAIT_MS = 2_000
const MAX_WAIT_MS = 10_000

/** Billing of the host with coalesced and cached requests; it never rejects. */
export function createBillingSource(options: BillingSourceOptions): BillingSource {
  const { billing, freshMs, staleMs, now, warn } = options
  function cached<T>(name: string, send: () => Promise<T>): () => Promise<Billed<T>> {
    const request = createCachedRequest<Billed<T>>(
      async () => {
        try {
          return { value: await send() }
        } catch (error) {
          const fault = billingFault(error)
          if (fault === 'failed') throw unableToLoad(name, error)
          warn(error, name)
          return { fault }
        }
      },
      {
        freshMs: Math.min(FIVE_MINUTES, freshMs),
        staleMs,
        backoffMs: BACKOFF_MS,
        maxStaleWaitMs: MAX_STALE_WAIT_MS,
        maxWaitMs: MAX_WAIT_MS,
        late: () => unableToLoad(name, new HostFailure('no-response', 'The host took too long')),
        now,
        onFailure: (error) => warn(error, name),
      },
    )
    return () => request.get().then(({ value }) => value, failed)
  }
  return {
    seatCounts: cached('seat counts', () => billing.seatCounts()),
    budget: cached('budgets', () => billing.budget()),
  }
}

/** Billing without configuration: nothing is available. */
export function createUnconfiguredBilling(): BillingSource {
  return { seatCounts: async () => failed(), budget: async () => failed() }
}

/** Billing for development without a source-control host. */
export function createSampleBilling(seats: StoredDocument<SeatsDocument>): BillingSource {
  return {
    async seatCounts() {
      const stored = (await seats.read())?.value ?? []
      const ending = stored.filter((seat) => typeof seat['pending_cancellation_date'] === 'string')
      return {
        value: {
          total: stored.length,
          active_this_cycle: null,
          inactive_this_cycle: null,
          pending_cancellation: ending.length,
          added_this_cycle: null,
          plan_type: 'business',
        },
      }
    },
    budget: async () => ({ value: { amount: 500, stops_use: false } }),
  }
}

function failed(): { fault: 'failed' } {
  return { fault: 'failed' }
}
