import type { MonthOfSpend, Spend } from '@landscape/contracts/assistant'
import type { Logger } from '@landscape/contracts/logger'
import type { StoredDocument } from '@landscape/store/documents/document'
import { faultOf, type HostFault } from '../host/failure.ts'
import type { Billing } from '../host/port.ts'
import { isFinal, mergeSpend, monthsToRequest } from '../usage/spend-months.ts'

export interface SpendDeps {
  billing: Pick<Billing, 'itemsOf'>
  documents: { spend: StoredDocument<Spend> }
  /** Milliseconds since the epoch. */
  now: () => number
  logger: Logger
  signal?: AbortSignal
}

const BY = { actor: 'collector', action: 'add collected spend' }

/**
 * Replaces the bills of this month and the last, and adds missing ones. A failed or rejected request replaces
 * nothing. After a rejection no other month is requested.
 *
 * @returns `ok`: false when a request for this month or the last failed and is worth repeating; `fault`: why the bill
 *   of this month is missing, null when it is not, undefined when the run was aborted
 */
export async function collectSpend(
  deps: SpendDeps,
): Promise<{ ok: boolean; fault: HostFault | null | undefined }> {
  const { billing, documents, now, logger, signal } = deps
  const months = monthsToRequest((await documents.spend.read())?.value ?? [], now())
  const bills: MonthOfSpend[] = []
  let fault: HostFault | null = null
  let isOk = true
  for (const month of months) {
    if (signal?.aborted) break
    const asked_at = new Date(now()).toISOString()
    try {
      const items = await billing.itemsOf(month, signal)
      bills.push({ month, items, asked_at, is_final: isFinal(month, now()) })
    } catch (error) {
      if (signal?.aborted) break
      const reason = faultOf(error)
      logger.warn({ err: error, month }, 'cannot load the spend of a month')
      if (month === months[0]) fault = reason
      if (reason !== 'failed') break
      if (!isFinal(month, now())) isOk = false
    }
  }
  if (bills.length > 0) {
    await documents.spend.change(
      (stored = []) => ({ next: mergeSpend(stored, bills), result: undefined }),
      { by: BY },
    )
  }
  return signal?.aborted ? { ok: false, fault: undefined } : { ok: isOk, fault }
}
