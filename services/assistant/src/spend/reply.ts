import { z } from 'zod'

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
