import { activityOn } from '../../organisation/activity.ts'
import { extensionTotals, extensionUseOn } from '../../organisation/extensions.ts'
import { pullRequests } from '../../organisation/pull-requests.ts'
import { createRandom } from '../../organisation/random.ts'
import type { Use } from '../../organisation/uses.ts'
import type { Organisation } from '../organisation.ts'
import { elementsOf, sessionTotals, summary } from './elements.ts'
import { countUsers, daysOfUse, phaseOf, type DaysOfUse } from './periods.ts'
import { owners } from './users.ts'

/** Returns the row of an organisation on a day. */
export function organisationRow(organisation: Organisation, day: string) {
  const active = organisation.users.flatMap((user) => {
    const activity = activityOn(user, day)
    return activity ? [{ user, activity }] : []
  })
  const [daily, weekly, monthly] = [1, 7, 28].map((days) => daysOfUse(organisation, day, days))
  if (!daily || !weekly || !monthly) throw new RangeError('a period is missing')
  const [cli, app] = [
    sessionTotals(active.map(({ activity }) => activity.cli)),
    sessionTotals(active.map(({ activity }) => activity.app)),
  ]
  return {
    day,
    ...owners(organisation),
    ...people({ daily, weekly, monthly }),
    ...summary(active.flatMap(({ user, activity }) => elementsOf(user, activity))),
    ...extensionTotals(
      active.map(({ user, activity }) => extensionUseOn(day, user.login, activity.agentChats)),
    ),
    ...(cli && { totals_by_cli: cli }),
    ...(app && { totals_by_copilot_app: app }),
    totals_by_ai_adoption_phase: phases(monthly),
    pull_requests: pullRequests(createRandom(`pull requests on ${day}`), {
      created: daily.size * 2,
      createdByCopilot: countUsers(daily, 'cloud'),
      reviewedByCopilot: countUsers(daily, 'review'),
    }),
  }
}

/** People of days never add up, so each period is counted separately. */
function people({ daily, weekly, monthly }: Record<'daily' | 'weekly' | 'monthly', DaysOfUse>) {
  const each = (name: string, use: Use) => ({
    [`daily_${name}`]: countUsers(daily, use),
    [`weekly_${name}`]: countUsers(weekly, use),
    [`monthly_${name}`]: countUsers(monthly, use),
  })
  return {
    ...each('active_users', 'editor'),
    monthly_active_chat_users: countUsers(monthly, 'chat'),
    monthly_active_agent_users: countUsers(monthly, 'agent'),
    daily_active_cli_users: countUsers(daily, 'cli'),
    daily_active_copilot_app_users: countUsers(daily, 'app'),
    ...each('active_copilot_cloud_agent_users', 'cloud'),
    ...each('active_copilot_code_review_users', 'review'),
    ...each('passive_copilot_code_review_users', 'passive'),
  }
}

function phases(monthly: DaysOfUse) {
  const groups = Map.groupBy(monthly.values(), (own) => phaseOf(own).phase_number)
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([number, users]) => ({
      phase: `Phase ${number}`,
      phase_number: number,
      total_engaged_users: users.length,
      total_pull_requests_merged: users.length * number,
      avg_pull_requests_merged: number,
    }))
}
