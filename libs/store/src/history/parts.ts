import { changedIndexes } from '@landscape/contracts'
import { escaped, namesOf, type Naming } from './paths.ts'
import { isSameJson } from './same-json.ts'

/** One part of an object or array: its name in paths, its name or index, its value. */
export interface Part {
  name: string
  key: string | number
  value: unknown
}

/** The members of an object. */
export function membersOf(value: object): Part[] {
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => ({ name: escaped(key), key, value: part }))
}

/** The elements of two arrays, but for those that both begin and end with. */
export function unequalElements(
  path: readonly string[],
  { before, after }: Record<'before' | 'after', readonly unknown[]>,
  naming: Naming,
): Record<'before' | 'after', Part[]> {
  const { begin, ends } = unequalPart(before, after, naming)
  const partsOf = (array: readonly unknown[], end: number) =>
    namesOf(path, array, naming, { begin, end }).map((name, i): Part => {
      const key = begin + i
      return { name, key, value: array[key] }
    })
  return { before: partsOf(before, ends.before), after: partsOf(after, ends.after) }
}

/**
 * Leaves out what both begin and end with. Elements without names are compared by value, so that one
 * that is taken out of the middle is not taken for a change of all that follow.
 */
function unequalPart(before: readonly unknown[], after: readonly unknown[], naming: Naming) {
  const byValue = naming === 'index'
  const shorter = Math.min(before.length, after.length)
  const isSame = (a: unknown, b: unknown) => a === b || (byValue && isSameJson(a, b))
  const places = changedIndexes(after, before)
  const differs = (place: number) => !isSame(before[place], after[place])
  const begin = places.find(differs) ?? shorter
  let trailing = 0
  if (before.length === after.length) {
    trailing = shorter - 1 - (places.findLast(differs) ?? shorter - 1)
  } else {
    const fromEnd = () => isSame(before.at(-1 - trailing), after.at(-1 - trailing))
    while (trailing < shorter - begin && fromEnd()) trailing++
  }
  return { begin, ends: { before: before.length - trailing, after: after.length - trailing } }
}
