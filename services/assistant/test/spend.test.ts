import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, assistantService, type Options } from './assistant-service.ts'
import { refusedSeats } from './refused-seats.ts'

const item = (model: string, gross: number) => ({
  product: 'copilot',
  sku: 'copilot_ai_credit',
  model,
  pricePerUnit: 0.01,
  grossQuantity: gross,
  grossAmount: gross / 100,
  discountQuantity: 9,
  discountAmount: 0.09,
  netQuantity: 0,
  netAmount: 0,
})
const bill = (month: string, is_final = true) => ({
  month,
  is_final,
  asked_at: '2026-11-18T04:00:00.000Z',
  items: [item('a', 0.1), item('b', 0.2)],
})
const spend = [bill('2026-09'), bill('2026-10', false), bill('2026-11', false)]
const seats = [
  { created_at: '2026-01-01T00:00:00Z', assignee: { id: 1, login: 'kim' } },
  { created_at: '2026-11-01T00:00:00Z', assignee: { id: 2, login: 'oda' } },
]
const now = () => Date.parse('2026-11-18T10:00:00Z')

async function get(
  path: string,
  stored = {},
  options: Options = {},
  groups: 'admin'[] = ['admin'],
) {
  const { app } = await assistantService({ spend, seats, ...stored }, { now, ...options })
  return request(app)
    .get(`/assistant/api/${path}`)
    .set(await as(...groups))
}
const refused: Options['billingSource'] = {
  seatCounts: async () => ({ fault: 'forbidden' }),
  budget: async () => ({ fault: 'absent' }),
}

describe('GET /assistant/api/spend', () => {
  it('returns the bills of a span with pool and budget', async () => {
    const prices = { creditsPerSeat: 1900 }
    const { status, body } = await get('spend?from=2026-10&by=model', {}, { prices })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      currency: 'USD',
      price_per_unit: 0.01,
      pool: { month: '2026-11', seats: 2, included: 3800, used: 0.3 },
      budget: { amount: 500, stops_use: false },
      not_available: null,
    })
    expect(body.months.map(({ month }: { month: string }) => month)).toEqual(['2026-10', '2026-11'])
    expect(body.months[0]).toMatchObject({
      gross_credits: 0.3,
      included_credits: 18,
      net_amount: 0,
    })
  })

  it('returns the items as CSV and NDJSON', async () => {
    const csv = await get('spend?to=2026-09&format=csv')
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'month,is_final,sku,model,gross_credits,included_credits,billed_credits,' +
        'gross_amount,discount_amount,net_amount',
      '2026-09,true,copilot_ai_credit,a,0.1,9,0,0.001,0.09,0',
    ])
    const ndjson = await get('spend?format=ndjson')
    expect(ndjson.text.trim().split('\n')).toHaveLength(6)
  })

  it('returns why bills, seats and budget are missing, never 0', async () => {
    const lastRun = { startedAt: 1, finishedAt: 1, ok: true, by: 'x', spendFault: 'forbidden' }
    const { body } = await get('spend', { spend: [], lastRun }, { billingSource: refused })
    expect(body).toMatchObject({
      months: [],
      price_per_unit: null,
      pool: { seats: null, used: null, used_share: null },
      budget: null,
      not_available: expect.stringContaining('"Administration"'),
      budget_not_available: expect.stringContaining('404'),
    })
  })

  it('rejects ordinary users, malformed months and reversed spans', async () => {
    expect((await get('spend', {}, {}, [])).status).toBe(403)
    expect((await get('seats/summary', {}, {}, [])).status).toBe(403)
    expect((await get('spend?from=2026-11&to=2026-10')).status).toBe(400)
    expect((await get('spend?from=2026-13')).body).toMatchObject({ error: 'Invalid from' })
  })
})

describe('GET /assistant/api/seats/summary', () => {
  it('returns idle seats and their cost', async () => {
    const { body } = await get('seats/summary', {}, { prices: { seatPrice: 19.5 } })
    expect(body).toMatchObject({
      total: 2,
      active_this_cycle: null,
      idle: [{ login: 'kim', never_used: true }],
      idle_cost_month: 19.5,
      not_available: null,
    })
    const { text } = await get('seats/summary?idleDays=5&format=csv')
    expect(text.split('\r\n')).toHaveLength(4)
  })

  it('returns idle seats without the counts that the host rejects', async () => {
    const { body } = await get('seats/summary', {}, { billingSource: refused })
    expect(body).toMatchObject({
      total: null,
      plan_type: null,
      idle: [{ login: 'kim' }],
      idle_cost_month: null,
      not_available: expect.stringContaining('seat management'),
    })
  })

  it.each([403, 404])('names the permission when the host returns %i for seats', async (status) => {
    const options = { source: refusedSeats(status), prices: { seatPrice: 19.5 } }
    const { status: answered, body } = await get('seats/summary', {}, options)
    expect(answered).toBe(200)
    expect(body).toMatchObject({
      total: 2,
      idle: null,
      idle_cost_month: null,
      not_available: expect.stringContaining('"Copilot seat management" (read)'),
    })
    const csv = await get('seats/summary?format=csv', {}, options)
    expect(csv.text.trim()).toBe('login,team,since,never_used')
  })

  it('returns 500 when the host fails', async () => {
    expect((await get('seats/summary', {}, { source: refusedSeats(502) })).status).toBe(500)
  })

  it.each(['0', '366', '1.5', 'x'])('rejects idleDays=%s', async (days) => {
    expect((await get(`seats/summary?idleDays=${days}`)).status).toBe(400)
  })
})
