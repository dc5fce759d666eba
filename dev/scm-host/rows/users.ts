import { activityOn } from '../../organisation/activity.ts'
import { reportedCredits } from '../../organisation/credits.ts'
import { extensionTotals, extensionUseOn } from '../../organisation/extensions.ts'
import { editorVersionOf } from '../../organisation/seats.ts'
import { usesOf } from '../../organisation/uses.ts'
import type { Organisation } from '../organisation.ts'
import { elementsOf, sessionTotals, summary } from './elements.ts'
import { daysOfUse, phaseOf } from './periods.ts'

/** The first day with phases in the rows of users. */
const PHASES_SINCE = '2026-05-29'
const ENTERPRISE_ID = '7'
const PERIOD_DAYS = 28

/** The identifiers in rows of an organisation and of its users. */
export function owners({ id }: Organisation) {
  return { organization_id: String(id), enterprise_id: ENTERPRISE_ID }
}

/** Returns the row of each user with any use on a day. */
export function userRows(organisation: Organisation, day: string) {
  const phases = day < PHASES_SINCE ? undefined : daysOfUse(organisation, day, PERIOD_DAYS)
  return organisation.users.flatMap((user) => {
    const activity = activityOn(user, day)
    const uses = activity ? usesOf(activity) : []
    if (!activity || uses.length === 0) return []
    const has = (...names: string[]) => uses.some((use) => names.includes(use))
    const credits = reportedCredits(user, activity, day)
    const totals = summary(elementsOf(user, activity))
    const [cli, app] = [sessionTotals([activity.cli]), sessionTotals([activity.app])]
    return {
      day,
      ...owners(organisation),
      user_id: user.id,
      user_login: user.login,
      used_agent: has('agent'),
      used_chat: has('chat'),
      used_cli: has('cli'),
      used_copilot_app: has('app'),
      used_copilot_cloud_agent: has('cloud'),
      used_copilot_coding_agent: has('cloud'),
      used_copilot_code_review_active: has('review'),
      used_copilot_code_review_passive: has('passive'),
      ...totals,
      totals_by_ide: totals.totals_by_ide.map((total) => ({
        ...total,
        last_known_ide_version: {
          sampled_at: `${day}T23:00:00Z`,
          ide_version: editorVersionOf(user),
        },
      })),
      ...extensionTotals([extensionUseOn(day, user.login, activity.agentChats)]),
      ...(cli && { totals_by_cli: cli }),
      ...(app && { totals_by_copilot_app: app }),
      ...(credits !== undefined && { ai_credits_used: credits }),
      ...(phases && { ai_adoption_phase: phaseOf(phases.get(user.id)) }),
    }
  })
}
