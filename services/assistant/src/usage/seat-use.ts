import type { Seat } from '@landscape/contracts/assistant'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { DAY_MS } from './calendar.ts'
import { assigneeId } from './team-seats.ts'

/** Days before the newest activity of all seats within which the activity of a seat makes it used. */
export const SEAT_USE_DAYS = 28

interface SeatUse {
  seats: number
  used: number
  /** Seats that nobody has. */
  vacant: number
  /** Newest activity of all seats in milliseconds since the epoch, to which use and idleness refer. */
  newest: number | undefined
}

/** Counts the seats, and those in use. */
export const seatUse = oncePerObject((seats: readonly Seat[]): SeatUse => {
  const activities = seats.flatMap(({ last_activity_at: last }) =>
    typeof last === 'string' ? (parseIsoInstant(last) ?? []) : [],
  )
  const newest = activities.length > 0 ? activities.reduce((a, b) => Math.max(a, b)) : undefined
  const since = (newest ?? 0) - SEAT_USE_DAYS * DAY_MS
  return {
    seats: seats.length,
    used: activities.filter((instant) => instant >= since).length,
    vacant: seats.filter((seat) => assigneeId(seat) === undefined).length,
    newest,
  }
})
