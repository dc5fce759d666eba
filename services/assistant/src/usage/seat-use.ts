import type { Seat } from '@landscape/contracts/assistant'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { DAY_MS } from './calendar.ts'

/** Days before the newest activity of all seats within which the activity of a seat makes it used. */
export const SEAT_USE_DAYS = 28

/** Counts the seats, and those in use. */
export const seatUse = oncePerObject((seats: readonly Seat[]): { seats: number; used: number } => {
  const activities = seats.flatMap(({ last_activity_at: last }) =>
    typeof last === 'string' ? (parseIsoInstant(last) ?? []) : [],
  )
  const newest = activities.reduce((a, b) => Math.max(a, b), 0)
  const since = newest - SEAT_USE_DAYS * DAY_MS
  return { seats: seats.length, used: activities.filter((instant) => instant >= since).length }
})
