import type { DayObject } from '@landscape/contracts'

/**
 * The loaded days that may replace what is stored: all but those that lack a number that is known
 * already, because one of the reports was empty or could not be had.
 */
export function richerDays(
  loaded: readonly DayObject[],
  stored: readonly DayObject[],
): DayObject[] {
  const byDate = new Map(stored.map((day) => [day.date, day]))
  return loaded.filter((day) => !lacks(day, byDate.get(day.date)))
}

function lacks(day: DayObject, before: DayObject | undefined): boolean {
  if (before === undefined) return false
  return ['total_active_users', 'total_engaged_users'].some(
    (name) => typeof before[name] === 'number' && typeof day[name] !== 'number',
  )
}
