import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { creditsOn } from '@landscape/dev/credits'
import { collectSpend } from '../src/collector/collect-spend.ts'
import { summariseMonth } from '../src/usage/spend-summary.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, REPORT_TIME, startHost, type RunningHost } from './host.ts'

let host: RunningHost
beforeAll(async () => {
  host = await startHost({ seatCount: 20 })
})
afterAll(() => host.close())

async function collected() {
  const { documents } = await assistantService()
  const { billing } = gitHubFor(host)
  const logger = { warn: () => undefined } as never
  const result = await collectSpend({ billing, documents, now: () => REPORT_TIME, logger })
  const spend = (await documents.spend.read())?.value
  return { ...result, billing, spend }
}

describe('collectSpend with a source-control host', () => {
  it('stores bills that agree with a recount of the use', async () => {
    const { ok, spend } = await collected()
    expect([ok, spend?.length]).toEqual([true, 24])
    const october = spend!.find(({ month }) => month === '2026-10')!
    const days = Array.from({ length: 31 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`)
    const used = host.organisation.users.flatMap((user) => days.map((day) => creditsOn(user, day)))
    const total = used.reduce((sum, credits) => sum + credits, 0)
    expect(total).toBeGreaterThan(0)
    expect(summariseMonth(october).gross_credits).toBeCloseTo(total, 3)
  })

  it('stores bills without items before June 2026', async () => {
    const { spend } = await collected()
    const billed = spend!.filter(({ items }) => items.length > 0).map(({ month }) => month)
    expect(billed[0]).toBe('2026-06')
    expect(billed.at(-1)).toBe('2026-11')
  })

  it('stores a discount above the gross with the net of the host', async () => {
    const { spend } = await collected()
    const [item] = spend!.find(({ month }) => month === '2026-08')!.items
    expect(item!.discountQuantity).toBeGreaterThan(item!.grossQuantity!)
    expect(item!.netQuantity).toBe(0)
  })

  it('reads budgets and seat counts', async () => {
    const { billing } = await collected()
    expect(await billing.budget()).toEqual({ amount: 500, stops_use: false })
    expect(await billing.seatCounts()).toMatchObject({ total: 20, plan_type: 'business' })
  })

  it.each([
    [403, 'forbidden'],
    [404, 'absent'],
  ] as const)('stores no bill and the reason when billing is a %i', async (status, fault) => {
    host.switches.billing = status
    expect(await collected()).toMatchObject({ ok: true, spend: undefined, fault })
    host.switches.billing = 'on'
  })
})
