import type { MonthOfSpend, Spend, UsageItem } from '@landscape/contracts/assistant'
import { addDecimals, multiplyDecimal } from './add-decimals.ts'

/** The sums of a bill, by the members of the host's items; credits first, then US dollars. */
const SUMS = {
  gross_credits: 'grossQuantity',
  included_credits: 'discountQuantity',
  billed_credits: 'netQuantity',
  gross_amount: 'grossAmount',
  discount_amount: 'discountAmount',
  net_amount: 'netAmount',
} as const satisfies Record<string, keyof UsageItem>
type SumName = keyof typeof SUMS

/** Sums of items; null when one of them lacks the number. */
export type BillSums = Record<SumName, number | null>

/** The key by which the items of a bill are grouped. */
export type SpendBy = 'model' | 'sku'

/** The summed items of one model, SKU, or both. */
export interface SpendItem extends BillSums {
  sku?: string | null
  model?: string | null
}

/** The sums of a month, and of its items. */
export interface MonthSummary extends BillSums {
  month: string
  is_final: boolean
  asked_at: string
  items: SpendItem[]
}

/**
 * The bill of a month. Net is the host's own, because a discount can exceed the gross of an item.
 *
 * @param by groups the items; by SKU and model when absent
 */
export function summariseMonth(bill: MonthOfSpend, by?: SpendBy): MonthSummary {
  const { month, is_final, asked_at, items } = bill
  const names = by === undefined ? (['sku', 'model'] as const) : [by]
  const groups = Map.groupBy(items, (item) => JSON.stringify(names.map((name) => item[name])))
  return {
    month,
    is_final,
    asked_at,
    ...sumsOf(items),
    items: [...groups.values()].map((group) => ({
      ...Object.fromEntries(names.map((name) => [name, group[0]?.[name] ?? null])),
      ...sumsOf(group),
    })),
  }
}

/** The bills of all months, with unknown sums before the first one with items. */
export function summariseMonths(spend: Spend, by?: SpendBy): MonthSummary[] {
  const known = new Set(knownBills(spend))
  return spend.map((bill) => {
    return { ...summariseMonth(bill, by), ...(!known.has(bill) && UNKNOWN_SUMS) }
  })
}

/** The bills from the first one with items on. */
function knownBills(spend: Spend): MonthOfSpend[] {
  const first = spend.findIndex(({ items }) => items.length > 0)
  return first === -1 ? [] : spend.slice(first)
}

const UNKNOWN_SUMS = Object.fromEntries(Object.keys(SUMS).map((name) => [name, null])) as BillSums

/** The price of a credit in US dollars; null when bills state none, or several. */
export function pricePerCredit(spend: Spend): number | null {
  const prices = new Set(
    spend.flatMap(({ items }) => items.flatMap((item) => item.pricePerUnit ?? [])),
  )
  const [price] = prices
  return prices.size === 1 && price !== undefined ? price : null
}

/** The credits that seats include in the newest open month, and their use. */
export interface CreditPool {
  month: string | null
  credits_per_seat: number | null
  seats: number | null
  included: number | null
  used: number | null
  used_share: number | null
}

/**
 * The pool of the newest month that is not final; unknown numbers are null.
 *
 * @param creditsPerSeat credits a month that each seat includes
 * @param seats number of seats
 */
export function creditPool(
  spend: Spend,
  creditsPerSeat: number | undefined,
  seats: number | null,
): CreditPool {
  const newest = spend.findLast(({ is_final }) => !is_final)
  const isKnown = newest !== undefined && knownBills(spend).includes(newest)
  const used = isKnown ? sumsOf(newest.items).gross_credits : null
  const included =
    creditsPerSeat === undefined || seats === null ? null : multiplyDecimal(creditsPerSeat, seats)
  return {
    month: newest?.month ?? null,
    credits_per_seat: creditsPerSeat ?? null,
    seats,
    included,
    used,
    used_share: used === null || included === null || included === 0 ? null : used / included,
  }
}

function sumsOf(items: readonly UsageItem[]): BillSums {
  const sum = (member: (typeof SUMS)[SumName]) => {
    const numbers = items.map((item) => item[member])
    return numbers.includes(undefined) ? null : addDecimals(numbers.filter((n) => n !== undefined))
  }
  return Object.fromEntries(
    Object.entries(SUMS).map(([name, member]) => [name, sum(member)]),
  ) as BillSums
}
