import type { MonthOfSpend, Spend } from '@landscape/contracts/assistant'

/** The host keeps bills for two years. */
const MAX_MONTHS = 24

/**
 * The months whose bill to request, newest first: this month and the last, whose numbers the host
 * corrects, and earlier ones without a final bill.
 *
 * @param now milliseconds since the epoch
 */
export function monthsToRequest(stored: Spend, now: number): string[] {
  const final = new Set(stored.filter(({ is_final }) => is_final).map(({ month }) => month))
  return Array.from({ length: MAX_MONTHS }, (_, back) => monthOf(now, back)).filter(
    (month) => !isFinal(month, now) || !final.has(month),
  )
}

/** Whether the host no longer corrects the bill of a month: it is earlier than the last one. */
export function isFinal(month: string, now: number): boolean {
  return month < monthOf(now, 1)
}

/** Replaces the complete bills of these months; a final bill stays, and one that was requested later. */
export function mergeSpend(stored: Spend, bills: readonly MonthOfSpend[]): Spend {
  const byMonth = new Map(stored.map((bill) => [bill.month, bill]))
  for (const bill of bills) {
    const known = byMonth.get(bill.month)
    const stays = known?.is_final === true || (known && known.asked_at > bill.asked_at)
    if (!stays) byMonth.set(bill.month, bill)
  }
  return [...byMonth.values()].toSorted((a, b) => (a.month < b.month ? -1 : 1))
}

/** The month a number of months before an instant, as `YYYY-MM` in UTC. */
function monthOf(now: number, back: number): string {
  const date = new Date(now)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)
  return new Date(first).toISOString().slice(0, 7)
}
