import { namesOf } from '@landscape/runtime/config/aliases'
import { misspeltLine, misspeltSettings } from '@landscape/runtime/config/misspelt'

type Env = Readonly<Record<string, string | undefined>>

/** Names in `.env` that libraries and Node read. */
const FOREIGN =
  /^(?:AWS|OTEL|NODE|NPM|DOCKER|COMPOSE|DEV_IDP)_|^(?:TZ|NO_COLOR|FORCE_COLOR|(?:NO|HTTPS?|ALL)_PROXY)$/i

/**
 * One line for each unknown setting: a misspelt name in the file or the environment, or any other name that
 * is only in the file.
 *
 * @param settings names of all settings
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
