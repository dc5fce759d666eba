export const DAY_MS = 86_400_000
/** The host's figures of a day change until three whole days after it. */
export const UNSETTLED_DAYS = 4
/** The host keeps reports for a year. */
export const MOST_DAYS = 365

/** Whether the host's figures of a day no longer change. */
export function isSettled(date: string, now: number): boolean {
  return date < dayOf(now - UNSETTLED_DAYS * DAY_MS)
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
