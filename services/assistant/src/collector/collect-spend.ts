import type { LastRun, MonthOfSpend, Spend } from '@landscape/contracts/assistant'
import type { Logger } from '@landscape/contracts/logger'
import type { StoredDocument } from '@landscape/store/documents/document'
import { faultOf, type HostFault } from '../host/failure.ts'
import type { Billing } from '../host/port.ts'
import { keepFault } from './lease.ts'
import { isFinal, mergeSpend, monthsToAsk } from '../usage/spend-months.ts'

export interface SpendDeps {
  billing: Pick<Billing, 'itemsOf'>
  documents: { spend: StoredDocument<Spend>; lastRun: StoredDocument<LastRun> }
  /** Milliseconds since the epoch. */
  now: () => number
  logger: Logger
  signal?: AbortSignal
  /** Whether the run may still write; called before each write. */
  mayStore?: () => Promise<boolean>
}

const BY = { actor: 'collector', action: 'add collected spend' }

/**
 * Replaces the bills of this month and the last, and adds missing ones. A failed or rejected request replaces
 * nothing; its reason is kept for the response of the spend route. After a rejection no other month is
 * requested.
 *
 * @returns false when a request for this month or the last failed and is worth repeating
 */
export async function collectSpend(deps: SpendDeps): Promise<boolean> {
  const { billing, documents, now, logger, signal, mayStore } = deps
  const months = monthsToAsk((await documents.spend.read())?.value ?? [], now())
  const bills: MonthOfSpend[] = []
  let newestFault: HostFault | undefined
  let isOk = true
  for (const month of months) {
    if (signal?.aborted) break
    const asked_at = new Date(now()).toISOString()
    try {
      const items = await billing.itemsOf(month, signal)
      bills.push({ month, items, asked_at, is_final: isFinal(month, now()) })
    } catch (error) {
      if (signal?.aborted) break
      const fault = faultOf(error)
      logger.warn({ err: error, month }, 'cannot load the spend of a month')
      if (month === months[0]) newestFault = fault
      if (fault !== 'failed') break
      if (!isFinal(month, now())) isOk = false
    }
  }
  if (signal?.aborted && bills.length === 0) return false
  if (mayStore && !(await mayStore())) return false
  if (bills.length > 0) {
    await documents.spend.change(
      (stored = []) => ({ next: mergeSpend(stored, bills), result: undefined }),
      { by: BY },
    )
  }
  await keepFault(documents.lastRun, 'spendFault', newestFault, now())
  return isOk && signal?.aborted !== true
}
