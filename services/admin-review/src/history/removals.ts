import type { Changed } from '@landscape/store/documents/apply-all'
import type { Removal } from '@landscape/store/history/record'

/** Elements of one kind that a save removes. */
export interface Loss {
  /** Plural noun for the elements. */
  of: string
  /** Display name of each removed element, in stored order. */
  removes: readonly string[]
  /** Number of elements before the save. */
  total: number
  /** Whether the save leaves no element of this kind. */
  empties: boolean
}

/** Identity and display name of elements of one kind. */
export interface Kind<E = unknown> {
  of: string
  keysOf: (elements: readonly E[]) => readonly unknown[]
  subjectOf: (element: E) => string
}

/** Members of the response to a save that removed elements. */
interface Removed {
  /** Display names of all removed elements, at most `MAX_NAMED`. */
  removedItems?: string[]
  /** Display names of the elements of a large removal, at most `MAX_NAMED`. */
  removed?: string[]
  /** Number of all removed elements, of a large removal or above `MAX_NAMED`. */
  removedCount?: number
}

/** Removing fewer elements than this is never large. */
const MAX_SMALL = 9
/** Nor is removing up to 1/FRACTION of the elements. */
const FRACTION = 5
/** Maximum number of removed elements that a response names. */
export const MAX_NAMED = 100
const MAX_NAME_LENGTH = 200

/** Paragraph of the API description. */
export const LARGE_REMOVALS =
  '`removedItems` names up to 100 elements that a save removes; `removedCount` counts more. A removal is large if it affects at least ten elements and more than 20 % of them, or ' +
  'the last of several. The response to a large removal lists the elements in `removed`; ' +
  '`undo` contains the request that reverts it.'

/** Compares the elements of one kind before and after a save. */
export function lossOf<E>(
  { of, keysOf, subjectOf }: Kind<E>,
  before: readonly E[],
  after: readonly E[],
): Loss {
  const loss = { of, total: before.length, empties: after.length === 0 }
  if (before === after) return { ...loss, removes: [] }
  const left = new Set(keysOf(after))
  const keys = keysOf(before)
  return { ...loss, removes: before.filter((_, i) => !left.has(keys[i])).map(subjectOf) }
}

/** Whether a removal is large: more than 20 % and at least ten elements, or the last of several. */
export function isLarge({ removes, total, empties }: Loss): boolean {
  if (empties && removes.length > 1) return true
  return removes.length > MAX_SMALL && removes.length * FRACTION > total
}

/** The mark of a large removal in the history. */
export function removalOf({ of, removes, total }: Loss): Removal {
  return { of, count: removes.length, total }
}

function namesOf({ removes }: Pick<Loss, 'removes'>): string[] {
  return removes
    .slice(0, MAX_NAMED)
    .map((name) =>
      name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…`,
    )
}

/** Wraps a change: the result names removed elements, and a large removal is marked in the history. */
export function withRemovals<T, R extends object>(
  change: (current: T | undefined) => Changed<T, R>,
  lossesOf: (before: T, after: T) => readonly Loss[],
): (current: T | undefined) => Changed<T, R & Removed> {
  return (current) => {
    const changed = change(current)
    const losses = current === undefined ? [] : lossesOf(current, changed.next)
    // An element can belong to several losses.
    const removes = [...new Set(losses.flatMap((loss) => loss.removes))]
    if (removes.length === 0) return changed
    const loss = losses.find(isLarge)
    const result = {
      ...changed.result,
      removedItems: namesOf({ removes }),
      ...((loss || removes.length > MAX_NAMED) && { removedCount: removes.length }),
    }
    if (!loss) return { ...changed, result }
    return { ...changed, removal: removalOf(loss), result: { ...result, removed: namesOf(loss) } }
  }
}
