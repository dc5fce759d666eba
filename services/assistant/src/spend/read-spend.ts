import type { Spend } from '@landscape/contracts/assistant'
import type { SpendReply } from './reply.ts'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { BillingSource } from '../host/port.ts'
import { creditPool } from '../usage/spend-summary.ts'
import { ADMINISTRATION, billingReason } from '../host/billing-reasons.ts'

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

interface StoredSpend {
  spend: Spend
  /** Seconds since the bills were current; absent when they are current. */
  staleSeconds: number | undefined
  /** Pool and budget, or why they are missing, as in replies. */
  compared: Pick<SpendReply, 'pool' | 'budget' | 'not_available' | 'budget_not_available'>
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
    compared: {
      pool: creditPool(spend, prices.creditsPerSeat, seats),
      budget: budget.fault ? null : budget.value,
      not_available: whyMissing(stored !== undefined, run?.value.spendFault),
      budget_not_available: budget.fault ? billingReason(budget.fault, ADMINISTRATION) : null,
    },
  }
}

function whyMissing(isStored: boolean, fault: string | undefined): string | null {
  if (fault !== undefined) return billingReason(fault, ADMINISTRATION)
  return isStored ? null : 'No bill has been collected'
}
