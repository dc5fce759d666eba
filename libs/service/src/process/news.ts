/** What cannot make up its mind must not fill the log. */
const QUIET_MS = 30_000

/**
 * Tells whether a state is to be told: another one than was told last, which is half a minute ago.
 *
 * @param state is taken as told
 * @param at when, in milliseconds of the clock; so long ago when absent that another state is told at once
 * @param now milliseconds of a clock that is never set
 */
export function createNews(
  state: string,
  at = -Infinity,
  now: () => number = () => performance.now(),
): (state: string) => boolean {
  let told = { state, at }
  return (current) => {
    if (current === told.state || now() - told.at < QUIET_MS) return false
    told = { state: current, at: now() }
    return true
  }
}
