import { z } from 'zod'
import { describedAs } from './described-as.ts'
import { DayShape, SeatShape, TeamHistoryShape, TeamShape } from './usage-shapes.ts'

/** Usage of one day, passed through as the source-control host or the collector wrote it. */
export const DayObject = describedAs(z.looseObject({ date: z.string() }), DayShape)
export type DayObject = z.infer<typeof DayObject>

/** Usage by day, oldest day first. */
export const OrganisationHistory = z.array(DayObject).meta({ id: 'OrganisationHistory' })
export type OrganisationHistory = z.infer<typeof OrganisationHistory>

/** A day object, or the row of an organisation in a report of the source-control host; some are both. */
const StoredDay = z
  .looseObject({ date: z.string().optional(), day: z.string().optional() })
  .refine(({ date, day }) => date !== undefined || day !== undefined, {
    error: 'has neither date nor day',
  })

/** `assistant/historic_usage_data.json`: day objects or rows, as their writers stored them. */
export const StoredUsage = z.array(StoredDay).meta({ id: 'StoredUsage' })
export type StoredUsage = z.infer<typeof StoredUsage>

/** The day of an element of stored usage. */
export function dayOfUsage({ date, day }: Readonly<StoredUsage[number]>): string {
  return date ?? day ?? ''
}

/** A row of an organisation in a report of the source-control host. */
export const UsageRow = z.looseObject({ day: z.string() }).meta({
  id: 'UsageRow',
  description: "One day in the host's own shape. Unknown numbers are absent.",
})
export type UsageRow = z.infer<typeof UsageRow>

/** Rows by day, oldest day first. */
export const UsageRows = z.array(UsageRow).meta({ id: 'UsageRows' })
export type UsageRows = z.infer<typeof UsageRows>

/** Usage before March 2026, archived by the previous system. */
export const ArchivedDays = z.array(z.looseObject({ date: z.string() }))
/** Usage before February 2025, archived by the previous system. */
export const ArchivedCounts = z.array(z.looseObject({ day: z.string() }))

/** A team at the source-control host. */
export const Team = describedAs(z.looseObject({ slug: z.string() }), TeamShape)
export type Team = z.infer<typeof Team>

/** `assistant/teams_history.json` */
export const TeamsHistory = z
  .array(
    describedAs(
      z.looseObject({ team: z.looseObject({ slug: z.string() }), data: z.array(DayObject) }),
      TeamHistoryShape,
    ),
  )
  .meta({ id: 'TeamsHistory' })
export type TeamsHistory = z.infer<typeof TeamsHistory>

/** `assistant/copilot_teams.json` */
export const TeamsDocument = z.array(Team).meta({ id: 'TeamsDocument' })
export type TeamsDocument = z.infer<typeof TeamsDocument>

/** `assistant/admin_teams.json`: slugs of the teams whose members are assistant admins. */
export const AdminTeams = z.array(z.string()).meta({ id: 'AdminTeams' })
export type AdminTeams = z.infer<typeof AdminTeams>

/** One seat. `created_at` is the only field that the host promises. */
export const Seat = describedAs(z.looseObject({ created_at: z.string() }), SeatShape)
export type Seat = z.infer<typeof Seat>

/** `assistant/seats.json`: sample seats, read in development only. */
export const SeatsDocument = z.array(Seat).meta({ id: 'SeatsDocument' })
export type SeatsDocument = z.infer<typeof SeatsDocument>

const decimal = z.number().optional()

/** One item of a bill in the source-control host's own shape. Quantities are credits, amounts US dollars. */
export const UsageItem = z.looseObject({
  product: z.string().optional(),
  sku: z.string().optional(),
  model: z.string().optional(),
  unitType: z.string().optional(),
  pricePerUnit: decimal,
  grossQuantity: decimal,
  grossAmount: decimal,
  discountQuantity: decimal,
  discountAmount: decimal,
  netQuantity: decimal,
  netAmount: decimal,
})
export type UsageItem = z.infer<typeof UsageItem>

/** The bill of a month. */
const MonthOfSpend = z.looseObject({
  /** `YYYY-MM` in UTC. */
  month: z.string(),
  items: z.array(UsageItem),
  /** ISO instant of the request to the host. */
  asked_at: z.string(),
  /** Whether the host no longer corrects it. */
  is_final: z.boolean(),
})
export type MonthOfSpend = z.infer<typeof MonthOfSpend>

/** `assistant/spend.json`: bills of credits by month, oldest first. */
export const Spend = z.array(MonthOfSpend)
export type Spend = z.infer<typeof Spend>

/** The last run of the collector. Instants are milliseconds since the epoch. */
export const LastRun = z.looseObject({
  startedAt: z.number(),
  by: z.string(),
  finishedAt: z.number(),
  ok: z.boolean(),
  /** End of the last successful run. */
  succeededAt: z.number().optional(),
  /** Why the newest request for spend failed: `forbidden`, `absent` or `failed`; absent when it succeeded. */
  spendFault: z.string().optional(),
  /** Why the newest reports of repositories are missing; like `spendFault`. */
  repositoriesFault: z.string().optional(),
})
export type LastRun = z.infer<typeof LastRun>

/** Days that no longer change, by whether the host has usage of them. */
export const SettledDays = z.record(z.string(), z.enum(['loaded', 'empty']))
export type SettledDays = z.infer<typeof SettledDays>

/** Digests of the ids of completed sign-ins, with their expiry in seconds since the epoch. */
export const UsedStates = z.record(z.string(), z.number())
export type UsedStates = z.infer<typeof UsedStates>
