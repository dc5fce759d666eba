import type { SeatsDocument } from '@landscape/contracts/assistant'
import type { StoredDocument } from '@landscape/store/documents/document'
import { faultOf } from './failure.ts'
import { unableToLoad } from './failure.ts'
import { FIVE_MINUTES, type HostCache } from './host-cache.ts'
import type { Billed, Billing, BillingSource } from './port.ts'

interface BillingSourceOptions {
  billing: Billing
  cached: HostCache
  /** Called with the reason when the host does not offer something. */
  warn: (error: unknown, name: string) => void
}

/** Billing of the host with coalesced and cached requests; it never rejects. */
export function createBillingSource({
  billing,
  cached,
  warn,
}: BillingSourceOptions): BillingSource {
  function billed<T>(name: string, load: () => Promise<T>): () => Promise<Billed<T>> {
    const request = cached<Billed<T>>(name, {
      freshMs: FIVE_MINUTES,
      async send() {
        try {
          return { value: await load() }
        } catch (error) {
          const fault = faultOf(error)
          if (fault === 'failed') throw unableToLoad(name, error)
          warn(error, name)
          return { fault }
        }
      },
    })
    return () => request().then(({ value }) => value, failed)
  }
  return {
    seatCounts: billed('seat counts', () => billing.seatCounts()),
    budget: billed('budgets', () => billing.budget()),
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
