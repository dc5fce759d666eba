import type { OrganisationHistory } from '@landscape/contracts/assistant'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { activityOf } from './activity.ts'
import { SURFACES, type Surface } from '@landscape/contracts/usage-shapes'
import { DAY_MS, dayOf } from './calendar.ts'

/** The most people on one day of a period, by surface; a surface whose number is unknown is absent. */
export interface PeriodOfUse {
  /** First day of the week, or the month: `YYYY-MM-DD` or `YYYY-MM`. */
  period: string
  people: Readonly<Partial<Record<Surface, number>>>
}

const WEEK_DAYS = 7

/** People by surface for each of the last weeks up to the newest day; weeks without a day have no numbers. */
export function weeksOfUse(days: OrganisationHistory, maxWeeks: number): PeriodOfUse[] {
  const byWeek = busiestDays(days, weekOf)
  const last = [...byWeek.keys()].reduce((a, b) => (a > b ? a : b), '')
  const end = parseIsoInstant(last)
  if (end === undefined) return []
  const first = [...byWeek.keys()].reduce((a, b) => (a < b ? a : b))
  return Array.from({ length: maxWeeks }, (_, i) =>
    dayOf(end - (maxWeeks - 1 - i) * WEEK_DAYS * DAY_MS),
  )
    .filter((week) => week >= first)
    .map((period) => ({ period, people: byWeek.get(period) ?? {} }))
}

/** People by surface for each month with a known number, newest first. */
export function monthsOfUse(days: OrganisationHistory): PeriodOfUse[] {
  return [...busiestDays(days, (instant) => dayOf(instant).slice(0, 7))]
    .map(([period, people]) => ({ period, people }))
    .toSorted((a, b) => (a.period < b.period ? 1 : -1))
}

/** The numbers of days never add up, because they count the same people: a period has its highest. */
function busiestDays(
  days: OrganisationHistory,
  periodOf: (instant: number) => string,
): Map<string, Partial<Record<Surface, number>>> {
  const all = new Map<string, Partial<Record<Surface, number>>>()
  for (const day of days) {
    const instant = parseIsoInstant(day.date)
    const surfaces = activityOf(day)?.surfaces
    if (instant === undefined || surfaces === undefined) continue
    const period = periodOf(instant)
    const highest = all.get(period) ?? {}
    all.set(period, highest)
    for (const surface of SURFACES) {
      const people = surfaces[surface]
      if (people !== undefined) highest[surface] = Math.max(people, highest[surface] ?? 0)
    }
  }
  return all
}

/** The Monday of a week. */
function weekOf(instant: number): string {
  const sinceMonday = (new Date(instant).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  return dayOf(instant - sinceMonday * DAY_MS)
}
