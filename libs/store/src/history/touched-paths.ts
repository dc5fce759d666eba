import type { Step } from './diff.ts'
import { hasNaturalKeys, segmentsOf } from './paths.ts'

/**
 * Finds the paths of a change that a later change altered: the path, one below or one above it. In an array
 * without names, a later insertion or removal before an element alters its path; a named element may move.
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
    const isTouched = (mine: Step) =>
      near.some((other) => touches(other, mine) || shifts(other, mine, shifted))
    return near.length === 0 ? [] : [...new Set(steps.filter(isTouched).map(({ path }) => path))]
  }
}

function touches(later: Step, mine: Step): boolean {
  if (later.order) return mine.order !== undefined && later.path === mine.path
  // An undo inserts a removed element of an array without names at its index, whatever that index contains.
  if (mine.op === 'remove' && isByIndex(mine)) return isBelow(mine.path, later.path)
  if (later.path === mine.path || isBelow(mine.path, later.path)) return true
  return !mine.order && isBelow(later.path, mine.path)
}

/** Whether an element of an array without names has another index. */
function shifts(later: Step, mine: Step, shifted: ReadonlySet<string>): boolean {
  return [...shifted].some((array) => {
    if (!isBelow(later.path, array) || !isBelow(mine.path, array)) return false
    if (mine.op === 'remove' && parentOf(mine.path) === array) return false
    return indexIn(array, later) <= indexIn(array, mine)
  })
}

/** Whether a step inserts or removes an element of an array without names. */
function isByIndex({ op, path, at }: Step): boolean {
  const index = at.at(-1)
  if (op === 'replace' || typeof index !== 'number') return false
  const segments = segmentsOf(path)
  return segments.pop() === String(index) && !hasNaturalKeys(segments)
}

function indexIn(array: string, { path }: Step): number {
  return Number(segmentsOf(path)[segmentsOf(array).length])
}

function isBelow(path: string, other: string): boolean {
  return path.startsWith(`${other}/`)
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
