import { z } from 'zod'

/** Usage of one day, passed through as the source-control host or the collector wrote it. */
export const DayObject = z.looseObject({ date: z.string() }).meta({ id: 'DayObject' })
export type DayObject = z.infer<typeof DayObject>

/** `assistant/historic_usage_data.json`, oldest day first. */
export const OrganisationHistory = z.array(DayObject).meta({ id: 'OrganisationHistory' })
export type OrganisationHistory = z.infer<typeof OrganisationHistory>

/** A team at the source-control host. */
export const Team = z.looseObject({ slug: z.string() }).meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

/** `assistant/teams_history.json` */
export const TeamsHistory = z
  .array(z.looseObject({ team: Team, data: z.array(DayObject) }))
  .meta({ id: 'TeamsHistory' })
export type TeamsHistory = z.infer<typeof TeamsHistory>

/** `assistant/copilot_teams.json` */
export const TeamsDocument = z.array(Team).meta({ id: 'TeamsDocument' })
export type TeamsDocument = z.infer<typeof TeamsDocument>

/** `assistant/admin_teams.json`: slugs of the teams whose members are assistant admins. */
export const AdminTeams = z.array(z.string()).meta({ id: 'AdminTeams' })
export type AdminTeams = z.infer<typeof AdminTeams>

/** One seat. `created_at` is the only field that the host promises. */
export const Seat = z.looseObject({ created_at: z.string() }).meta({ id: 'Seat' })
export type Seat = z.infer<typeof Seat>

/** `assistant/seats.json`: sample seats, read in development only. */
export const SeatsDocument = z.array(Seat).meta({ id: 'SeatsDocument' })
export type SeatsDocument = z.infer<typeof SeatsDocument>
