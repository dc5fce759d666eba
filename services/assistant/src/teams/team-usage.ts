import type { DayObject } from '@landscape/contracts/assistant'
import type { UsageActivity } from '@landscape/contracts/usage-shapes'
import { activityOf } from '../usage/activity.ts'
import { addDecimals } from '../usage/add-decimals.ts'
import { countIn, sum } from '../usage/report-rows.ts'
import { SURFACES, type Surface } from '@landscape/contracts/usage-shapes'
import { isWithheld, MIN_PEOPLE } from '../usage/withheld-days.ts'

/** Usage of a team in a span of days; null is not known. */
export interface SpanUsage {
  /** Number of days with a known activity. */
  days: number
  /** Number of other days, which have too few active people. */
  withheld_days: number
  members: number | null
  active_users: null
  max_daily_users: number | null
  max_daily_users_by_surface: Record<Surface, number | null>
  interactions: number | null
  lines_added: number | null
  credits: number | null
  /** Whether the credits include every user of every day. */
  credits_complete: boolean | null
}

/**
 * Adds up the activity of a team. People of days do not add up, and days do not contain who they were:
 * active people of the span are not known, and the maximum of a day is returned instead. Withheld days are
 * left out.
 */
export function usageOfSpan(days: readonly DayObject[]): SpanUsage {
  const shown = days.filter((day) => !isWithheld(day))
  const ofTeam = shown.flatMap((day) => {
    const activity = activityOf(day)
    return (activity?.members ?? 0) >= MIN_PEOPLE && activity ? [{ day, activity }] : []
  })
  const known = ofTeam.map(({ activity }) => activity)
  const credits = known.flatMap((activity) => activity.credits ?? [])
  const isComplete = known.every((own) => own.people_with_credits === own.people)
  return {
    days: known.length,
    withheld_days: days.length - shown.length,
    members: known.at(-1)?.members ?? null,
    active_users: null,
    max_daily_users: max(ofTeam.flatMap(({ day }) => countIn(day, 'total_active_users') ?? [])),
    max_daily_users_by_surface: Object.fromEntries(
      SURFACES.map((name) => [name, max(known.flatMap(({ surfaces }) => surfaces[name] ?? []))]),
    ) as Record<Surface, number | null>,
    interactions: total(known, 'interactions'),
    lines_added: total(known, 'lines_added'),
    credits: credits.length === 0 ? null : addDecimals(credits),
    credits_complete: credits.length === 0 ? null : isComplete,
  }
}

function max(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : Math.max(...numbers)
}

/** Null when one day does not contain the number. */
function total(
  known: readonly UsageActivity[],
  name: 'interactions' | 'lines_added',
): number | null {
  return known.length === 0 ? null : (sum(known.map((activity) => activity[name])) ?? null)
}
