import type { Step } from './diff.ts'
import { segmentsOf } from '@landscape/contracts/change-path'
import { hasNaturalKeys } from './element-names.ts'

/**
 * Finds the paths of a change that a later change altered: the path, one below or one above it. In an array
 * without names, a later insertion or removal before an element alters its path; a named element may move.
 * The work is linear in the steps of both changes.
 *
 * @param steps of the earlier change
 * @returns a function from the steps of a later change to unique paths of the earlier one
 */
export function touchedPaths(steps: readonly Step[]): (later: readonly Step[]) => string[] {
  const paths = new Set(steps.map(({ path }) => path))
  const above = new Set([...paths].flatMap(upwards))
  return (later) => {
    const shifted = new Set(later.filter(isByIndex).map(({ path }) => parentOf(path)))
    const near = later.filter(
      ({ path }) =>
        above.has(path) ||
        upwards(path).some((other) => paths.has(other) || (shifted.has(other) && above.has(other))),
    )
    if (near.length === 0) return []
    const altered = alteredPaths(near, shifted)
    const touched = steps.filter((mine) => isTouched(mine, altered) || isShifted(mine, altered))
    return [...new Set(touched.map(({ path }) => path))]
  }
}

/** The paths that a change altered. */
interface Altered {
  /** Paths of added, removed and replaced values. */
  values: ReadonlySet<string>
  /** Paths that contain one of them. */
  containers: ReadonlySet<string>
  /** Paths of values of which the order changed. */
  orders: ReadonlySet<string>
  /** The lowest altered index of each array in which elements were inserted or removed by index. */
  lowest: ReadonlyMap<string, number>
}

function alteredPaths(later: readonly Step[], shifted: ReadonlySet<string>): Altered {
  const [orders, values] = [new Set<string>(), new Set<string>()]
  for (const { path, order } of later) (order ? orders : values).add(path)
  const lowest = new Map<string, number>()
  for (const { path } of later) {
    for (const array of upwards(path).slice(1)) {
      const index = indexIn(array, path)
      if (shifted.has(array) && index < (lowest.get(array) ?? Infinity)) lowest.set(array, index)
    }
  }
  const containers = new Set([...values].flatMap((path) => upwards(path).slice(1)))
  return { values, containers, orders, lowest }
}

function isTouched(mine: Step, { values, containers, orders }: Altered): boolean {
  const { path, order, op } = mine
  const isInValue = upwards(path)
    .slice(1)
    .some((other) => values.has(other))
  // An undo inserts a removed element of an array without names at its index, whatever that index contains.
  if (op === 'remove' && isByIndex(mine)) return isInValue
  if (isInValue || values.has(path)) return true
  return order ? orders.has(path) : containers.has(path)
}

/** Whether an element of an array without names has another index. */
function isShifted({ path, op }: Step, { lowest }: Altered): boolean {
  return upwards(path)
    .slice(1)
    .some((array) => {
      const index = lowest.get(array)
      if (index === undefined || (op === 'remove' && parentOf(path) === array)) return false
      return index <= indexIn(array, path)
    })
}

/** Whether a step inserts or removes an element of an array without names. */
function isByIndex({ op, path, at }: Step): boolean {
  const index = at.at(-1)
  if (op === 'replace' || typeof index !== 'number') return false
  const segments = segmentsOf(path)
  return segments.pop() === String(index) && !hasNaturalKeys(segments)
}

/** The index of the element of an array that contains a path. */
function indexIn(array: string, path: string): number {
  return Number(segmentsOf(path)[segmentsOf(array).length])
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** A path and all paths above it, including the document. */
function upwards(path: string): string[] {
  const all = [path]
  for (let rest = path; rest !== ''; all.push(rest)) rest = parentOf(rest)
  return all
}
