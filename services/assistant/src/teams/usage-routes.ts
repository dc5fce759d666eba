import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import { z } from 'zod'
import type { UsageSource } from '../host/port.ts'
import { authoriseTeam, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { usageOfSpan, type SpanUsage } from './team-usage.ts'
import { MIN_PEOPLE } from '../usage/withheld-days.ts'
import { personalReply } from '../sign-in/personal-reply.ts'
import { PeriodQuery } from '../organisation/rows-routes.ts'

interface TeamUsageDeps {
  findViewer: FindViewer
  source: Pick<UsageSource, 'memberIds'>
  documents: Documents<'teamsHistory'>
}

const Slug = z.object({
  slug: z
    .string()
    .max(255, 'slug is too long')
    .meta({
      description: 'slug of the team, as in `/assistant/api/teams`',
      param: { example: 'harbour-systems' },
    }),
})

const SMALL_TEAM = `The team has fewer than ${MIN_PEOPLE} members`
const FEW_ACTIVE = `Fewer than ${MIN_PEOPLE} members were active on each day`
const NOTE = "A user counts in each of their teams, so sums of teams exceed the organisation's."

const count = z.int().min(0).nullable()
const TeamUsage = z
  .object({
    team: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    withheld: z.boolean(),
    reason: z.string().nullable().meta({ description: 'why the usage is withheld' }),
    days: z.int().min(0).meta({ description: 'number of days with a known activity' }),
    withheld_days: z
      .int()
      .min(0)
      .meta({
        description: `days that the sums leave out, because fewer than ${MIN_PEOPLE} members were active`,
      }),
    members: count.meta({ description: 'members on the newest of these days' }),
    active_users: count.meta({
      description: 'people of the complete span; null because stored days do not contain users',
    }),
    max_daily_users: count.meta({
      description: 'active people on the day with the most active people',
    }),
    max_daily_users_by_surface: z.object({
      completions: count,
      chat: count,
      agent: count,
      cli: count,
      app: count,
      code_review: count,
    }),
    interactions: count,
    lines_added: count,
    credits: z.number().min(0).nullable().meta({ description: 'reported, not billed' }),
    credits_complete: z.boolean().nullable(),
    note: z.string(),
  })
  .meta({ id: 'TeamUsage', description: 'Usage of a team in a span of days. null is not known.' })

/** Usage of one team. */
export function teamUsageRoute({ findViewer, source, documents }: TeamUsageDeps): Route {
  return route({
    ...FOR_ASSISTANT_ADMINS,
    method: 'get',
    path: '/assistant/api/teams/:slug/usage',
    id: 'getTeamUsage',
    tag: 'Assistant usage',
    summary: 'Usage of one team in a span of days, for its members and assistant admins',
    description:
      'Sums the stored days. `from` and `to` are included. ' +
      `Days on which fewer than ${MIN_PEOPLE} members were active are left out, and the usage of a team ` +
      `with fewer than ${MIN_PEOPLE} members is withheld. ${NOTE}`,
    params: Slug,
    strictQuery: true,
    query: PeriodQuery,
    reply: TeamUsage,
    codes: ['forbidden', 'not-found', 'rate-limited', 'not-implemented', 'unavailable'],
    async handle({ params: { slug }, query: { from, to }, ...call }) {
      const viewer = await authoriseTeam(findViewer, slug, call)
      const stored = await documents.teamsHistory.read()
      const data = stored?.value.find(({ team }) => team.slug === slug)?.data ?? []
      const days = data.filter(({ date }) => date >= (from ?? '') && date <= (to ?? '9999'))
      const usage = usageOfSpan(days)
      // Days of small teams are not stored, so only the host knows why a team has none.
      const isUnknown = usage.days === 0 && usage.withheld_days === 0
      const members = isUnknown ? await source.memberIds(slug) : undefined
      const isSmall = members !== undefined && members.value.size < MIN_PEOPLE
      return personalReply(
        summary(slug, { from, to }, usage, isSmall),
        stored?.staleSeconds,
        members?.staleSeconds,
        viewer?.staleSeconds,
      )
    },
  })
}

function summary(
  team: string,
  { from = null, to = null }: { from?: string | null | undefined; to?: string | null | undefined },
  usage: SpanUsage,
  isSmall = false,
) {
  const { days, withheld_days: left } = usage
  const reason = isSmall ? SMALL_TEAM : days === 0 && left > 0 ? FEW_ACTIVE : null
  const leftOut = `${left} ${left === 1 ? 'day' : 'days'} with fewer than ${MIN_PEOPLE} active members`
  return {
    team,
    from,
    to,
    withheld: reason !== null,
    reason,
    ...usage,
    note: left === 0 ? NOTE : `${NOTE} Sums leave out ${leftOut}.`,
  }
}
