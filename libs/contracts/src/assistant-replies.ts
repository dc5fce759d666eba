import { z } from 'zod'

/** Ways to use the assistant, in the order in which they are shown. */
export const SURFACES = ['completions', 'chat', 'agent', 'cli', 'app', 'code_review'] as const
export type Surface = (typeof SURFACES)[number]

const number = z.number().nullable()
export const SPEND_SUMS = {
  gross_credits: number,
  included_credits: number,
  billed_credits: number,
  gross_amount: number,
  discount_amount: number,
  net_amount: number,
}
const name = z.string().nullable().optional()

/** Bills of credits by month. */
export const SpendReply = z
  .object({
    currency: z.literal('USD'),
    unit: z.literal('ai-credits'),
    price_per_unit: number,
    months: z.array(
      z.object({
        month: z.string(),
        is_final: z.boolean(),
        asked_at: z.string(),
        ...SPEND_SUMS,
        items: z.array(z.object({ sku: name, model: name, ...SPEND_SUMS })),
      }),
    ),
    pool: z.object({
      month: z.string().nullable(),
      credits_per_seat: number,
      seats: number,
      included: number,
      used: number,
      used_share: number,
    }),
    budget: z.object({ amount: z.number(), stops_use: z.boolean() }).nullable(),
    not_available: z.string().nullable(),
    budget_not_available: z.string().nullable(),
  })
  .meta({ id: 'Spend', description: 'Bills of credits by month. Unknown numbers are null.' })
export type SpendReply = z.infer<typeof SpendReply>

const count = z.int().min(0).nullable()
/** Numbers of seats, and the idle ones. */
export const SeatSummary = z
  .object({
    total: count,
    active_this_cycle: count,
    inactive_this_cycle: count,
    pending_cancellation: count,
    added_this_cycle: count,
    plan_type: z.string().nullable(),
    idle: z
      .array(
        z.object({
          login: z.string().nullable(),
          team: z.string().nullable(),
          since: z.string(),
          never_used: z.boolean(),
        }),
      )
      .nullable(),
    idle_cost_month: z.number().nullable(),
    not_available: z.string().nullable(),
  })
  .meta({ id: 'SeatSummary', description: 'Seats of a billing cycle. Unknown numbers are null.' })
export type SeatSummary = z.infer<typeof SeatSummary>
