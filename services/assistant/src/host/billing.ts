import { UsageItem } from '@landscape/contracts/assistant'
import { z } from 'zod'
import type { HostClient } from './client.ts'
import { HostFailure } from './failure.ts'
import type { Billing } from './port.ts'
import { parse, plainJson } from './responses.ts'

interface BillingOptions {
  client: HostClient
  /** Base URL of the assistant's API. */
  org: string
}

const Bill = z.looseObject({
  timePeriod: z.looseObject({ year: z.number(), month: z.number() }),
  usageItems: z.array(UsageItem).max(10_000),
})
const count = z.int().min(0).nullish()
const SeatBilling = z.looseObject({
  seat_breakdown: z
    .looseObject({
      total: count,
      active_this_cycle: count,
      inactive_this_cycle: count,
      pending_cancellation: count,
      added_this_cycle: count,
    })
    .nullish(),
  plan_type: z.string().nullish(),
})
const Budgets = z.looseObject({
  budgets: z.array(
    z.looseObject({
      budget_product_sku: z.string().nullish(),
      budget_product_skus: z.array(z.string()).nullish(),
      budget_scope: z.string().nullish(),
      budget_amount: z.number(),
      prevent_further_usage: z.boolean().nullish(),
    }),
  ),
  has_next_page: z.boolean().nullish(),
})

/** SKU of budgets for credits. */
const CREDITS = 'ai_credits'
const BUDGETS_PER_PAGE = 10
const MAX_BUDGET_PAGES = 10

/** Bills, seat counts and budgets of the source-control host. */
export function createBilling({ client, org }: BillingOptions): Billing {
  const ask = <T>(
    path: string,
    query: Record<string, number>,
    schema: z.ZodType<T>,
    signal?: AbortSignal,
  ) =>
    client.asApp(async (octokit) => {
      const { data } = await octokit.request(`GET ${path}`, { org, ...query })
      return parse(schema, plainJson(data), 'billing')
    }, signal)

  return {
    async itemsOf(month, signal) {
      const [year, number] = month.split('-').map(Number) as [number, number]
      const path = '/organizations/{org}/settings/billing/ai_credit/usage'
      const { timePeriod, usageItems } = await ask(path, { year, month: number }, Bill, signal)
      if (timePeriod.year !== year || timePeriod.month !== number) {
        throw new HostFailure(
          'invalid-response',
          "The host's response is the bill of another month",
        )
      }
      return usageItems
    },
    async seatCounts() {
      const { seat_breakdown: counts, plan_type } = await ask(
        '/orgs/{org}/copilot/billing',
        {},
        SeatBilling,
      )
      return {
        total: counts?.total ?? null,
        active_this_cycle: counts?.active_this_cycle ?? null,
        inactive_this_cycle: counts?.inactive_this_cycle ?? null,
        pending_cancellation: counts?.pending_cancellation ?? null,
        added_this_cycle: counts?.added_this_cycle ?? null,
        plan_type: plan_type ?? null,
      }
    },
    async budget() {
      const all: z.output<typeof Budgets>['budgets'] = []
      for (let page = 1; page <= MAX_BUDGET_PAGES; page++) {
        const query = { page, per_page: BUDGETS_PER_PAGE }
        const path = '/organizations/{org}/settings/billing/budgets'
        const { budgets, has_next_page: hasNext } = await ask(path, query, Budgets)
        all.push(...budgets)
        if (hasNext !== true) break
      }
      const [lowest] = all
        .filter(
          ({ budget_scope: scope, budget_product_sku: sku, budget_product_skus: skus }) =>
            scope === 'organization' && (sku === CREDITS || skus?.includes(CREDITS)),
        )
        .toSorted((a, b) => a.budget_amount - b.budget_amount)
      if (!lowest) return null
      return { amount: lowest.budget_amount, stops_use: lowest.prevent_further_usage === true }
    },
  }
}
