/** Minimum time between two logged changes: a state that flaps must not fill the log. */
const QUIET_MS = 30_000

/**
 * Creates `shouldLog`: whether a state differs from the one logged last, and that was at least 30 s ago.
 *
 * @param state counts as logged
 * @param at when it was logged, in milliseconds of `now`; when absent, the first change is logged at once
 * @param now milliseconds of a monotonic clock
 */
export function createStateChangeFilter(
  state: string,
  at = -Infinity,
  now: () => number = () => performance.now(),
): (state: string) => boolean {
  let logged = { state, at }
  return (current) => {
    if (current === logged.state || now() - logged.at < QUIET_MS) return false
    logged = { state: current, at: now() }
    return true
  }
}
