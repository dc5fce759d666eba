import type { DayObject } from '@landscape/contracts/assistant'
import { UsageActivity } from '@landscape/contracts/usage-shapes'
import { addDecimals } from './add-decimals.ts'
import { anyOf, countOfUser, omitUndefined, sum, type ReportRow } from './report-rows.ts'
import { SURFACES } from '@landscape/contracts/usage-shapes'
import { otherFeatures, surfaceUse, type SurfaceUse } from './surfaces.ts'

/** The facts for the activity of a day, of one row of a user. */
export interface UserActivity {
  use: SurfaceUse
  otherFeatures: readonly string[]
  interactions: number | undefined
  linesAdded: number | undefined
  /** Decimal; undefined when the host does not state them. */
  credits: number | undefined
}

/** The facts of one row of a user. */
export function userActivity(row: ReportRow): UserActivity {
  return {
    use: surfaceUse(row),
    otherFeatures: otherFeatures(row),
    interactions: countOfUser(row, 'user_initiated_interaction_count'),
    linesAdded: countOfUser(row, 'loc_added_sum'),
    credits: creditsIn(row),
  }
}

/** The AI credits of a user's row; undefined when the host does not state them. */
function creditsIn({ ai_credits_used: credits }: ReportRow): number | undefined {
  return typeof credits === 'number' && Number.isFinite(credits) && credits >= 0
    ? credits
    : undefined
}

/**
 * The activity of one day.
 *
 * @param people the rows of each person; several files of a report may contain the same person
 */
export function countActivity(people: readonly (readonly UserActivity[])[]): UsageActivity {
  const rows = people.flat()
  const credits = people.map((person) => person.flatMap((row) => row.credits ?? []))
  const known = credits.filter((own) => own.length > 0)
  return {
    people: people.length,
    surfaces: omitUndefined(
      Object.fromEntries(
        SURFACES.map((surface) => [
          surface,
          countUsers(people.map((person) => anyOf(person.map(({ use }) => use[surface])))),
        ]),
      ),
    ),
    ...omitUndefined({
      other_features: countOtherFeatures(people),
      interactions: sum(rows.map(({ interactions }) => interactions)),
      lines_added: sum(rows.map(({ linesAdded }) => linesAdded)),
      credits: known.length === 0 ? undefined : addDecimals(known.flat()),
    }),
    people_with_credits: known.length,
  }
}

/** The number of people, unless the use of one person is unknown. */
function countUsers(use: readonly (boolean | undefined)[]): number | undefined {
  return use.includes(undefined) ? undefined : use.filter((isUsed) => isUsed === true).length
}

function countOtherFeatures(
  people: readonly (readonly UserActivity[])[],
): Record<string, number> | undefined {
  const counts = new Map<string, number>()
  for (const person of people) {
    for (const name of new Set(person.flatMap((row) => row.otherFeatures))) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts.size === 0 ? undefined : Object.fromEntries(counts)
}

/** The activity of a stored day; undefined when it is unknown. */
export function activityOf(day: DayObject): UsageActivity | undefined {
  return UsageActivity.safeParse(day['activity']).data
}
