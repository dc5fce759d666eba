import type { Spend } from '@landscape/contracts/assistant'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { Billed, BillingSource, Budget } from '../host/port.ts'
import { creditPool, type CreditPool } from '../usage/spend-summary.ts'
import { ADMINISTRATION, billingReason } from './billing-reasons.ts'

/** Contract prices that the host's API does not contain. */
export interface Prices {
  /** Credits a month that each seat includes. */
  creditsPerSeat: number | undefined
  /** US dollars a month. */
  seatPrice: number | undefined
}

export interface StoredSpendDeps {
  documents: Documents<'spend' | 'lastRun'>
  billingSource: BillingSource
  prices: Prices
}

/** Collected bills, compared with the seats and the budget of the host. */
interface StoredSpend {
  spend: Spend
  /** Seconds since the bills were current; absent when they are current. */
  staleSeconds: number | undefined
  pool: CreditPool
  budget: Billed<Budget | null>
  /** Why the newest bill is missing; null when it is not. */
  notAvailable: string | null
}

/** Reads the stored bills, and the seats and the budget of the host. */
export async function readSpend(deps: StoredSpendDeps): Promise<StoredSpend> {
  const { documents, billingSource, prices } = deps
  const [stored, run, counts, budget] = await Promise.all([
    documents.spend.read(),
    documents.lastRun.read(),
    billingSource.seatCounts(),
    billingSource.budget(),
  ])
  const spend = stored?.value ?? []
  const seats = counts.fault ? null : counts.value.total
  return {
    spend,
    staleSeconds: stored?.staleSeconds,
    pool: creditPool(spend, prices.creditsPerSeat, seats),
    budget,
    notAvailable: whyMissing(stored !== undefined, run?.value.spendFault),
  }
}

function whyMissing(isStored: boolean, fault: string | undefined): string | null {
  if (fault !== undefined) return billingReason(fault, ADMINISTRATION)
  return isStored ? null : 'No bill has been collected'
}
