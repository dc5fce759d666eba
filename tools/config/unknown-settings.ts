import { misspeltLine, misspeltSettings, namesOf } from '@landscape/runtime'

type Env = Readonly<Record<string, string | undefined>>

/** Names in `.env` that are read by libraries and by Node, not by a schema of ours. */
const FOREIGN =
  /^(?:AWS|OTEL|NODE|NPM|DOCKER|COMPOSE|DEV_IDP)_|^(?:TZ|NO_COLOR|FORCE_COLOR|(?:NO|HTTPS?|ALL)_PROXY)$/i

/**
 * One line for each variable that looks like a setting but is none: a near miss of a setting's name
 * wherever it stands, and any other name that only stands in the file.
 *
 * @param settings every setting that somebody reads
 */
export function unknownSettings(
  settings: readonly string[],
  environment: Env,
  withFile: Env,
): string[] {
  const misspelt = misspeltSettings(settings, Object.keys(withFile))
  const known = namesOf(settings)
  const near = new Set(misspelt.map(({ name }) => name))
  const others = Object.keys(withFile).filter(
    (name) =>
      !(name in environment) && !known.includes(name) && !near.has(name) && !FOREIGN.test(name),
  )
  return [
    ...misspelt.map(misspeltLine),
    ...others.map((name) => `${name}: is not a setting (it is in .env)`),
  ]
}
