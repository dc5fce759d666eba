import type { SeatsDocument } from '@landscape/contracts/assistant'
import type { StoredDocument } from '@landscape/store/documents/document'
import { faultOf } from './failure.ts'
import { createCachedRequest } from './cached-request.ts'
import { unableToLoad } from './failure.ts'
import { cachingFor, FIVE_MINUTES, type HostCaching } from './host-caching.ts'
import type { Billed, Billing, BillingSource } from './port.ts'

interface BillingSourceOptions extends HostCaching {
  billing: Billing
}

/** Billing of the host with coalesced and cached requests; it never rejects. */
export function createBillingSource(options: BillingSourceOptions): BillingSource {
  const { billing, warn } = options
  const caching = cachingFor(options)
  function cached<T>(name: string, send: () => Promise<T>): () => Promise<Billed<T>> {
    const request = createCachedRequest<Billed<T>>(
      async () => {
        try {
          return { value: await send() }
        } catch (error) {
          const fault = faultOf(error)
          if (fault === 'failed') throw unableToLoad(name, error)
          warn(error, name)
          return { fault }
        }
      },
      caching(name, FIVE_MINUTES),
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
