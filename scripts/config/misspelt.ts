type Env = Readonly<Record<string, string | undefined>>

/** Names in `.env` that are read by libraries and by Node, not by a schema of ours. */
const FOREIGN =
  /^(?:AWS|OTEL|NODE|NPM|DOCKER|COMPOSE|DEV_IDP)_|^(?:TZ|NO_COLOR|FORCE_COLOR|(?:NO|HTTPS?|ALL)_PROXY)$/i

/**
 * One line for each variable that looks like a setting but is none: any name that only stands in the
 * file, and a near miss of a setting's name in the environment, where most names are not ours.
 *
 * @param known every setting that somebody reads
 */
export function misspeltSettings(
  known: readonly string[],
  environment: Env,
  withFile: Env,
): string[] {
  return Object.keys(withFile)
    .filter((name) => !known.includes(name) && !FOREIGN.test(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isNear(name, setting))
      if (meant !== undefined) return [`${name}: is not a setting. Did you mean ${meant}?`]
      return name in environment ? [] : [`${name}: is not a setting (it is in .env)`]
    })
}

/** Whether one name may be a slip for the other: two keys, but only one in a short name (HOME is not HOST). */
function isNear(name: string, setting: string): boolean {
  const maximum = setting.length < 8 ? 1 : 2
  if (Math.abs(name.length - setting.length) > maximum) return false
  return distance(name.toUpperCase(), setting) <= maximum
}

/** Levenshtein's distance: letters to add, to drop or to change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
