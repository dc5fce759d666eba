/** Milliseconds of a day in UTC. */
export const DAY_MS = 86_400_000

/**
 * The day of an instant in UTC, `YYYY-MM-DD`.
 *
 * @param instant milliseconds since the epoch
 */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
