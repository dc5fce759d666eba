import type { StoredUsage } from '@landscape/contracts/assistant'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { dayObjectsOf } from './stored-usage.ts'
import { DAY_MS } from './calendar.ts'

interface NewestDay {
  /** Start of the day in UTC, in milliseconds since the epoch. */
  instant: number
  /** Active people; undefined when unknown. */
  activePeople: number | undefined
}

/**
 * The newest day of stored usage; undefined when no day is stored. Elements without a valid day are
 * ignored.
 */
export const newestDay = oncePerObject((stored: StoredUsage): NewestDay | undefined => {
  const days = dayObjectsOf(stored).flatMap(({ date, total_active_users: people }) => {
    const instant = parseIsoInstant(date)
    return instant === undefined ? [] : [{ instant, activePeople: asCount(people) }]
  })
  return days.reduce<NewestDay | undefined>(
    (newest, day) => (newest && newest.instant > day.instant ? newest : day),
    undefined,
  )
})

/**
 * The number of complete days between a day and today, both in UTC.
 *
 * @param now milliseconds since the epoch
 */
export function ageInDays({ instant }: Pick<NewestDay, 'instant'>, now: number): number {
  return Math.floor(now / DAY_MS) - Math.floor(instant / DAY_MS)
}

function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
