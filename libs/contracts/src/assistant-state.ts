import { z } from 'zod'

/** When a scheduled run of the collector began last, by which process, and how it ended. Instants are milliseconds since the epoch. */
export const LastRun = z.looseObject({
  startedAt: z.number(),
  by: z.string(),
  /** When its process said last that it goes on. */
  renewedAt: z.number().optional(),
  /** Absent while it runs, and for ever when its process was killed. */
  finishedAt: z.number().optional(),
  ok: z.boolean().optional(),
  /** Runs in a row that did not end well, this one not counted while it runs. */
  failed: z.number().optional(),
})
export type LastRun = z.infer<typeof LastRun>

/** What the host said of days that no longer change: that there is usage, or that there is none. */
export const SettledDays = z.record(z.string(), z.enum(['loaded', 'empty']))
export type SettledDays = z.infer<typeof SettledDays>

/** Digests of the ids of sign-ins that were finished, with the second at which each may be forgotten. */
export const UsedStates = z.record(z.string(), z.number())
export type UsedStates = z.infer<typeof UsedStates>
