const DAY_MS = 24 * 60 * 60_000
/** 23:30 UTC, so that the last day of a month contains its edits. */
const EVENING_MS = 23.5 * 60 * 60_000

/**
 * The time (ms) until the next evening, when the counts of the month are stored.
 *
 * @param now milliseconds since the epoch
 */
export function msUntilEvening(now: number): number {
  return DAY_MS - ((now - EVENING_MS) % DAY_MS)
}
