import { z } from 'zod'

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
          team_name: z.string().nullable(),
          since: z.string(),
          never_used: z.boolean(),
        }),
      )
      .nullable(),
    as_of: z.iso.date().nullable().meta({ description: 'day to which `idle` refers' }),
    idle_cost_month: z.number().nullable(),
    not_available: z.string().nullable(),
  })
  .meta({ id: 'SeatSummary', description: 'Seats of a billing cycle. Unknown numbers are null.' })
export type SeatSummary = z.infer<typeof SeatSummary>
