import { changedIndexes } from '../json/changed-indexes.ts'
import { escaped } from '@landscape/contracts/change-path'
import { namesOf, type Naming } from './element-names.ts'
import { isSameJson } from '../json/same-json.ts'

/** A member or element: its name in paths, its key or index, and its value. */
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

/** The elements of two arrays without their common prefix and suffix. */
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
 * The range without the common prefix and suffix. Elements without names are compared by value, so that a
 * removal in the middle does not alter all later elements.
 */
function unequalPart(before: readonly unknown[], after: readonly unknown[], naming: Naming) {
  const byValue = naming === 'index'
  const shorter = Math.min(before.length, after.length)
  const isSame = (a: unknown, b: unknown) => a === b || (byValue && isSameJson(a, b))
  const indexes = changedIndexes(after, before)
  const differs = (index: number) => !isSame(before[index], after[index])
  const begin = indexes.find(differs) ?? shorter
  let trailing = 0
  if (before.length === after.length) {
    trailing = shorter - 1 - (indexes.findLast(differs) ?? shorter - 1)
  } else {
    const fromEnd = () => isSame(before.at(-1 - trailing), after.at(-1 - trailing))
    while (trailing < shorter - begin && fromEnd()) trailing++
  }
  return { begin, ends: { before: before.length - trailing, after: after.length - trailing } }
}
