import { addDays } from './calendar.ts'
import { creditsOn } from './credits.ts'
import type { Member } from './members.ts'

/** Models of the bill; each member uses one. */
const MODELS = ['Beacon 2', 'Beacon 2 Mini', 'Lantern 4']
const PRICE = 0.01
/** Credits a month that a seat includes. */
const CREDITS_PER_SEAT = 1_900
/** The host bills credits since this day; earlier bills have no items. */
const BILLED_SINCE = '2026-06-01'
/** A month in which the discount of an item exceeds its gross, as the real host reports. */
const EXCESS_MONTH = '2026-08'
const EXCESS = 1.25

/** The days of a bill, and the items to include. */
export interface BillQuery {
  /** First and last day, `YYYY-MM-DD`. */
  from: string
  to: string
  user?: string | undefined
  model?: string | undefined
}

/**
 * Returns the items of a bill like the source-control host; deterministic, with the credits of the
 * activity.
 */
export function billItems(members: readonly Member[], { from, to, user, model }: BillQuery) {
  if (from < BILLED_SINCE) return []
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  const seats = members.filter(({ seatSince }) => seatSince <= to).length
  let pool = seats * CREDITS_PER_SEAT
  const models = MODELS.filter((name) => model === undefined || name === model)
  return models.flatMap((name) => {
    const own = members.filter(({ id, login }) => {
      return MODELS[id % MODELS.length] === name && (user === undefined || login === user)
    })
    const gross = rounded(
      own.reduce(
        (sum, member) => sum + days.reduce((all, day) => all + creditsOn(member, day), 0),
        0,
      ),
    )
    if (gross === 0) return []
    const included = rounded(Math.min(pool, gross))
    pool -= included
    const isExcess = from.startsWith(EXCESS_MONTH) && included === gross
    return [
      item(name, gross, isExcess ? rounded(gross * EXCESS) : included, rounded(gross - included)),
    ]
  })
}

function item(model: string, gross: number, discount: number, net: number) {
  return {
    product: 'copilot',
    sku: 'copilot_ai_credit',
    model,
    unitType: 'ai-credits',
    pricePerUnit: PRICE,
    grossQuantity: gross,
    grossAmount: dollars(gross),
    discountQuantity: discount,
    discountAmount: dollars(discount),
    netQuantity: net,
    netAmount: dollars(net),
  }
}

function rounded(credits: number): number {
  return Number(credits.toFixed(4))
}

function dollars(credits: number): number {
  return Number((credits * PRICE).toFixed(6))
}
