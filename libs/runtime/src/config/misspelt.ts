import { distance } from '@landscape/http/request/nearest'
import { namesOf } from './aliases.ts'

/** An unknown variable and the setting that it probably means; never a value. */
interface Misspelt {
  name: string
  meant: string
}

/**
 * Finds variables whose names are close to that of a setting; others belong to other programs.
 *
 * @param settings every setting that the process reads; their aliases count as known
 * @param names the variables of its environment
 */
export function misspeltSettings(
  settings: readonly string[],
  names: readonly string[],
): Misspelt[] {
  const known = namesOf(settings)
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isNear(name, setting))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

/** The log line for a misspelt variable. */
export function misspeltLine({ name, meant }: Misspelt): string {
  return `${name}: is not a setting. Did you mean ${meant}?`
}

/** Allows two typing errors, or one in a short name: HOME is not HOST. */
function isNear(name: string, setting: string): boolean {
  const maximum = setting.length < 8 ? 1 : 2
  if (Math.abs(name.length - setting.length) > maximum) return false
  return distance(name.toUpperCase(), setting) <= maximum
}
