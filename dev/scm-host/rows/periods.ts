import { activityOn } from '../../organisation/activity.ts'
import { addDays } from '../../organisation/calendar.ts'
import { usesOf, type Use } from '../../organisation/uses.ts'
import type { Organisation } from '../organisation.ts'

/** Use of an organisation on one day, by the ids of users. */
type DayUse = ReadonlyMap<number, readonly Use[]>

/** Days that are kept for each organisation: more than the period of two 28-day reports. */
const MAX_DAYS = 64
const cached = new WeakMap<Organisation, Map<string, DayUse>>()

function useOn(organisation: Organisation, day: string): DayUse {
  const days = cached.get(organisation) ?? new Map<string, DayUse>()
  cached.set(organisation, days)
  const use = days.get(day) ?? createDayUse(organisation, day)
  days.delete(day)
  days.set(day, use)
  const [oldest] = days.keys()
  if (days.size > MAX_DAYS && oldest !== undefined) days.delete(oldest)
  return use
}

function createDayUse({ users }: Organisation, day: string): DayUse {
  return new Map(
    users.flatMap((user): [number, Use[]][] => {
      const activity = activityOn(user, day)
      return activity ? [[user.id, usesOf(activity)]] : []
    }),
  )
}

/** Number of days with each kind of use by users, in a period. */
export type DaysOfUse = ReadonlyMap<number, Partial<Record<Use, number>>>

/** Counts the days of use in the `length` days that end with `day`. */
export function daysOfUse(organisation: Organisation, day: string, length: number): DaysOfUse {
  const counts = new Map<number, Partial<Record<Use, number>>>()
  for (let age = 0; age < length; age++) {
    for (const [user, uses] of useOn(organisation, addDays(day, -age))) {
      const own = counts.get(user) ?? {}
      for (const use of uses) own[use] = (own[use] ?? 0) + 1
      counts.set(user, own)
    }
  }
  return counts
}

/** Returns the number of people with a kind of use. */
export function countUsers(days: DaysOfUse, use: Use): number {
  return [...days.values()].filter((own) => own[use] !== undefined).length
}

const PHASE_VERSION = 'v1'

/**
 * Returns the adoption phase after 28 days: agents outside the editor, then the editor, count when used
 * on two days.
 */
export function phaseOf(own: Partial<Record<Use, number>> = {}) {
  const isUsed = (use: Use) => (own[use] ?? 0) >= 2
  const agents = (['cli', 'cloud', 'review'] as const).filter(isUsed).length
  const number = isUsed('app') || agents > 1 ? 3 : agents === 1 ? 2 : isUsed('editor') ? 1 : 0
  return { phase_number: number, phase: `Phase ${number}`, version: PHASE_VERSION }
}
