import { activityOn } from '../organisation/activity.ts'
import type { Member } from '../organisation/members.ts'
import type { Organisation } from './organisation.ts'
import type { Switches } from './switches.ts'

const DAY_MS = 86_400_000

/** Kinds of reports, as in paths. */
export const REPORT_KINDS = ['organization', 'users', 'user-teams'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** The days for which the host has reports. */
type Published = Readonly<Pick<Switches, 'firstDay' | 'lagDays'>>

/** Returns the days of the 28-day report, which ends with the newest day, oldest first. */
export function latestDays(now: number, { firstDay, lagDays }: Published): string[] {
  return Array.from({ length: 28 }, (_, i) => dayOf(now - (28 - i + lagDays) * DAY_MS)).filter(
    (day) => day >= firstDay,
  )
}

/** Returns the last day with reports: yesterday. */
export function lastDay(now: number): string {
  return dayOf(now - DAY_MS)
}

export function hasReport(day: string, now: number, { firstDay, lagDays }: Published): boolean {
  const oldest = dayOf(now - 365 * DAY_MS)
  return day >= firstDay && day >= oldest && day < dayOf(now - lagDays * DAY_MS)
}

/** Returns the files of a report, in every shape that the real host uses for large organisations. */
export function reportFiles(
  organisation: Organisation,
  kind: ReportKind,
  days: readonly string[],
): string[] {
  if (kind === 'user-teams') {
    return [JSON.stringify(days.flatMap((day) => membershipRows(organisation, day)))]
  }
  if (kind === 'users') {
    // Every file has users of every day, so one user occurs in several files.
    return split(
      days.flatMap((day) => userRows(organisation, day)),
      3,
    ).map(lines)
  }
  const rows = days.map((day) => organisationRow(organisation, day))
  const [only] = rows
  if (rows.length === 1) return [JSON.stringify(only)]
  const [first = [], second = [], third = []] = split(rows, 3)
  return [
    JSON.stringify({ organization_id: String(organisation.id), day_totals: first }),
    JSON.stringify([{ day_totals: second }]),
    lines(third),
  ]
}

/** Returns non-empty parts, because the service treats an empty file among others as an incomplete report. */
function split<T>(items: readonly T[], maxParts: number): T[][] {
  const parts = Math.max(1, Math.min(maxParts, items.length))
  return Array.from({ length: parts }, (_, part) => items.filter((_, i) => i % parts === part))
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Reports omit teams with fewer members that have a seat. */
const MIN_TEAM_SIZE = 5

type Counters = Record<(typeof COUNTERS)[number], number>
const COUNTERS = [
  'user_initiated_interaction_count',
  'code_generation_activity_count',
  'code_acceptance_activity_count',
  'loc_suggested_to_add_sum',
  'loc_suggested_to_delete_sum',
  'loc_added_sum',
  'loc_deleted_sum',
] as const
type Element = Counters & Record<string, unknown>

const BREAKDOWNS = {
  totals_by_ide: ['ide'],
  totals_by_feature: ['feature'],
  totals_by_language_feature: ['language', 'feature'],
  totals_by_model_feature: ['model', 'feature'],
}

const NOTHING = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Counters

/** Returns a member's editor activity of a day by feature; chats count for the first language. */
function actsOn(member: Member, day: string): Element[] {
  const activity = activityOn(member, day)
  if (!activity) return []
  const { editor: ide, model, completions, chat, agentChats } = activity
  const acts: Element[] = completions.map((completion) => ({
    ...NOTHING,
    feature: 'code_completion',
    language: completion.language,
    model,
    ide,
    code_generation_activity_count: completion.suggestions,
    code_acceptance_activity_count: completion.acceptances,
    loc_suggested_to_add_sum: completion.linesSuggested,
    loc_added_sum: completion.linesAccepted,
  }))
  const inChat = { ...NOTHING, language: member.languages[0], model, ide }
  if (chat) {
    acts.push({
      ...inChat,
      feature: 'chat_panel_ask_mode',
      user_initiated_interaction_count: chat.chats - agentChats,
      code_generation_activity_count: chat.insertions + chat.copies,
      code_acceptance_activity_count: chat.insertions,
    })
  }
  if (agentChats > 0) {
    acts.push({
      ...inChat,
      feature: 'chat_panel_agent_mode',
      user_initiated_interaction_count: agentChats,
      code_generation_activity_count: agentChats,
    })
  }
  return acts
}

/** Returns the active users of a day. */
function activeOn({ users }: Organisation, day: string): { user: Member; acts: Element[] }[] {
  return users
    .map((user) => ({ user, acts: actsOn(user, day) }))
    .filter(({ acts }) => acts.length > 0)
}

function organisationRow(organisation: Organisation, day: string) {
  const active = activeOn(organisation, day)
  return {
    day,
    organization_id: String(organisation.id),
    daily_active_users: active.length,
    ...summary(active.flatMap(({ acts }) => acts)),
  }
}

function userRows(organisation: Organisation, day: string) {
  return activeOn(organisation, day).map(({ user, acts }) => ({
    day,
    organization_id: String(organisation.id),
    user_id: user.id,
    user_login: user.login,
    used_chat: acts.some(({ feature }) => String(feature).startsWith('chat')),
    ...summary(acts),
  }))
}

/** Returns the memberships of all but small teams. */
function membershipRows({ teams, login, id }: Organisation, day: string) {
  return teams
    .filter((team) => team.organisation === login && team.members.length >= MIN_TEAM_SIZE)
    .flatMap(({ id: team_id, slug, members }) =>
      members.map((user) => ({
        day,
        organization_id: String(id),
        user_id: user.id,
        user_login: user.login,
        team_id,
        slug,
      })),
    )
}

/** Returns the totals of all activities and of each breakdown of a report. */
function summary(acts: readonly Element[]) {
  const breakdowns = Object.entries(BREAKDOWNS).map(([name, by]) => [name, grouped(acts, by)])
  return { ...totals(acts), ...(Object.fromEntries(breakdowns) as Record<string, Element[]>) }
}

function grouped(elements: readonly Element[], by: readonly string[]): Element[] {
  const groups = Map.groupBy(elements, (e) => JSON.stringify(by.map((name) => e[name])))
  return [...groups.values()].map((group) =>
    Object.assign(Object.fromEntries(by.map((name) => [name, group[0]?.[name]])), totals(group)),
  )
}

function totals(elements: readonly Counters[]): Counters {
  return Object.fromEntries(
    COUNTERS.map((name) => [name, elements.reduce((total, e) => total + e[name], 0)]),
  ) as Counters
}
