import type { DayObject } from '@landscape/contracts'
import { countIn } from './counters.ts'
import { dayObject } from './day-object.ts'
import type { PeopleByDay } from './people.ts'
import type { ReportRow } from './report-rows.ts'

/**
 * Day objects of an organisation, oldest first.
 *
 * @param rows of one or several files; each day carries its own row as `report`, so that nothing
 *   the host published is lost
 * @param people of the organisation; absent when they could not be had, then numbers of engaged
 *   people are left out
 */
export function organisationDays(rows: readonly ReportRow[], people?: PeopleByDay): DayObject[] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return [...byDay.keys()].toSorted(byCodeUnit).map((date) => {
    const distinct = withoutRepeats(byDay.get(date) ?? [])
    const [row] = distinct
    // Parts of a day add up, but people who are in two of them must not count twice.
    const whole = distinct.length === 1 ? row : undefined
    const own = people?.get(date)
    return dayObject({
      date,
      rows: distinct,
      active: whole && countIn(whole, 'daily_active_users'),
      // The user report may lag behind; no rows then means not known, not nobody.
      people: own && { ...own, active: undefined },
      report: whole,
    })
  })
}

function withoutRepeats(rows: readonly ReportRow[]): ReportRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
