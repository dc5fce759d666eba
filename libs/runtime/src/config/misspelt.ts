import { namesOf } from './aliases.ts'
import { distance } from './command-line/nearest.ts'

/** A variable that is no setting, and the setting that is perhaps meant; never a value. */
interface Misspelt {
  name: string
  meant: string
}

/**
 * Variables whose name nearly is that of a setting. Most names in an environment are not ours: what
 * is not near says nothing.
 *
 * @param settings every setting that the asker reads; their aliases are none that is misspelt
 * @param names the variables that it is given
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

/** Such a variable as one line. */
export function misspeltLine({ name, meant }: Misspelt): string {
  return `${name}: is not a setting. Did you mean ${meant}?`
}

/** Whether one name may be a slip for the other: two keys, but only one in a short name (HOME is not HOST). */
function isNear(name: string, setting: string): boolean {
  const maximum = setting.length < 8 ? 1 : 2
  if (Math.abs(name.length - setting.length) > maximum) return false
  return distance(name.toUpperCase(), setting) <= maximum
}
