import type { DayObject, TeamsHistory } from '@landscape/contracts/assistant'
import { isRecord } from '@landscape/contracts/json'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { countIn } from './report-rows.ts'

/** Numbers of fewer people, members of a team or active on a day, would be numbers of individual users. */
export const MIN_PEOPLE = 5

/** A day of a team without its usage; programs that read the stored document expect both objects. */
export function withheldDay(date: string): DayObject {
  const nothing = { editors: [] }
  return {
    date,
    withheld: true,
    copilot_ide_chat: nothing,
    copilot_ide_code_completions: nothing,
  }
}

/**
 * Whether the usage of a stored day of a team is withheld: only the collector stores `activity.members`, and
 * fewer than MIN_PEOPLE were active or their number is unknown.
 */
export function isWithheld(day: DayObject): boolean {
  if (day['withheld'] === true) return true
  const { activity } = day
  const isDerived = isRecord(activity) && activity['members'] !== undefined
  return isDerived && (countIn(day, 'total_active_users') ?? 0) < MIN_PEOPLE
}

/** The history without withheld days, and without teams that have no others; the same array without any. */
export const shownHistory = oncePerObject((history: TeamsHistory): TeamsHistory => {
  if (!history.some(({ data }) => data.some(isWithheld))) return history
  return history.flatMap((element) => {
    const data = element.data.filter((day) => !isWithheld(day))
    return data.length === 0 && element.data.length > 0 ? [] : [{ ...element, data }]
  })
})
