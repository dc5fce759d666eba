import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import { z } from 'zod'
import type { UsageSource } from '../host/port.ts'
import { authoriseTeam, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { MIN_TEAM_SIZE } from '../usage/days.ts'
import { usageOfSpan } from '../usage/team-usage.ts'
import { personalReply } from './personal.ts'
import { Period } from './usage-rows.ts'

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

const REASON = `The team has fewer than ${MIN_TEAM_SIZE} members`
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
      `The usage of a team with fewer than ${MIN_TEAM_SIZE} members is withheld. ${NOTE}`,
    example: {
      ...summary('harbour-systems', { from: '2026-11-01', to: '2026-11-14' }),
      ...usageOfSpan([]),
    },
    params: Slug,
    query: Period,
    reply: TeamUsage,
    codes: ['forbidden', 'not-found', 'rate-limited', 'not-implemented', 'unavailable'],
    async handle({ params: { slug }, query: { from, to }, ...call }) {
      const viewer = await authoriseTeam(findViewer, slug, call)
      const stored = await documents.teamsHistory.read()
      const data = stored?.value.find(({ team }) => team.slug === slug)?.data ?? []
      const days = data.filter(({ date }) => date >= (from ?? '') && date <= (to ?? '9999'))
      const usage = usageOfSpan(days)
      // Days of small teams are not stored, so only the host knows why a team has none.
      const members = usage.days === 0 ? await source.memberIds(slug) : undefined
      const isWithheld = members !== undefined && members.value.size < MIN_TEAM_SIZE
      return personalReply(
        { ...summary(slug, { from, to }, isWithheld), ...usage },
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
  withheld = false,
) {
  return { team, from, to, withheld, reason: withheld ? REASON : null, note: NOTE }
}
