import { describe, expect, it } from '@jest/globals'
import { creditPool, pricePerCredit, summariseMonth } from './spend-summary.ts'

const item = (model: string, gross: number, discount: number, net: number) => ({
  sku: 'copilot_ai_credit',
  model,
  pricePerUnit: 0.01,
  grossQuantity: gross,
  grossAmount: gross / 100,
  discountQuantity: discount,
  discountAmount: discount / 100,
  netQuantity: net,
  netAmount: net / 100,
})
const bill = (month: string, is_final: boolean, items: ReturnType<typeof item>[]) => ({
  month,
  items,
  is_final,
  asked_at: '2026-11-18T10:00:00.000Z',
})
const november = bill('2026-11', false, [
  item('a', 0.1, 0.3, 0),
  item('b', 0.2, 0, 0.2),
  item('a', 7, 7, 0),
])

describe('summariseMonth', () => {
  it("adds decimals exactly, and takes the host's own net", () => {
    expect(summariseMonth(november, 'model')).toMatchObject({
      gross_credits: 7.3,
      included_credits: 7.3,
      billed_credits: 0.2,
      items: [
        { model: 'a', gross_credits: 7.1, included_credits: 7.3, billed_credits: 0 },
        { model: 'b', gross_credits: 0.2, included_credits: 0, billed_credits: 0.2 },
      ],
    })
    expect(summariseMonth(november, 'sku').items).toHaveLength(1)
    expect(summariseMonth(november).items[0]).toMatchObject({
      sku: 'copilot_ai_credit',
      model: 'a',
    })
  })

  it('shows no sum when an item lacks the number', () => {
    const { netAmount: _, ...partial } = item('a', 1, 0, 1)
    const summary = summariseMonth({ ...november, items: [partial, item('b', 2, 0, 2)] })
    expect([summary.net_amount, summary.gross_credits]).toEqual([null, 3])
  })

  it('shows zero for a bill without items', () => {
    expect(summariseMonth(bill('2026-10', true, []))).toMatchObject({ gross_credits: 0, items: [] })
  })
})

describe('pricePerCredit', () => {
  it('is unknown without prices, and with several', () => {
    expect(pricePerCredit([november])).toBe(0.01)
    expect(pricePerCredit([])).toBeNull()
    const other = { ...item('a', 1, 0, 1), pricePerUnit: 0.02 }
    expect(pricePerCredit([november, bill('2026-10', true, [other])])).toBeNull()
  })
})

describe('creditPool', () => {
  it('compares the newest open month with the credits of all seats', () => {
    const spend = [bill('2026-09', true, []), november]
    expect(creditPool(spend, 2, 10)).toEqual({
      month: '2026-11',
      credits_per_seat: 2,
      seats: 10,
      included: 20,
      used: 7.3,
      used_share: 7.3 / 20,
    })
  })

  it('knows the used credits of an open month without items only after a month with some', () => {
    const open = { ...november, items: [] }
    expect(creditPool([bill('2026-10', true, []), open], 2, 10).used).toBeNull()
    expect(creditPool([{ ...november, month: '2026-10', is_final: true }, open], 2, 10).used).toBe(
      0,
    )
  })

  it('has no share when the credits or the seats are unknown', () => {
    for (const [credits, seats] of [
      [undefined, 10],
      [2, null],
    ] as const) {
      const pool = creditPool([november], credits, seats)
      expect(pool).toMatchObject({ included: null, used: 7.3, used_share: null })
    }
    expect(creditPool([], 2, 10)).toMatchObject({ month: null, used: null, used_share: null })
  })
})
