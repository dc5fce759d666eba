import { jsonSize } from '../json/json-bytes.ts'
import { membersOf, unequalElements, type Part } from './parts.ts'
import { pointerOf } from '@landscape/contracts/change-path'
import { areAlike, hasNaturalKeys, namingOf } from './element-names.ts'
import { isSameJson } from '../json/same-json.ts'

/** Maximum number of altered items of an array without natural keys for which each item has a step. */
const MAX_ALTERED_ITEMS = 200
/** Maximum size of the steps of an element, as a multiple of its size before and after, besides spare bytes. */
const MAX_FACTOR = 1.5
/** Bytes that the steps of a change may have in addition: a small edit of small elements stays exact. */
const SPARE_BYTES = 2 ** 15

/** An altered path of a document. */
export interface Operation {
  op: 'add' | 'remove' | 'replace'
  /** A JSON pointer (RFC 6901) whose segments are natural keys: `/entries/python/description`. */
  path: string
  /** The previous value; absent for `add`. */
  before?: unknown
  /** The new value; absent for `remove`. */
  after?: unknown
}

/** A stored operation, with the indexes to replay or rewind it exactly. */
export interface Step extends Operation {
  /**
   * The path by member names and element indexes before the change; the last index of an `add` is the one
   * after it.
   */
  at: readonly (string | number)[]
  /** Index of an added or removed member among the members of its object, unless it is the last. */
  position?: number
  /**
   * Present when only the order changes; `before` and `after` are the names of the parts. For each part,
   * its index after the removals and additions.
   */
  order?: readonly number[]
}

interface Location {
  path: readonly string[]
  at: readonly (string | number)[]
}

/** The steps collected so far, and the bytes that they may have besides the values of altered elements. */
interface Collected {
  steps: Step[]
  spare: number
}

/**
 * The steps from one JSON value to another, in the order of `replay`. Identical objects are not compared. The
 * work is linear in the values, and so are the steps: an array of which more than 200 items differ is one step, and so
 * is an element (see `isElement`) whose single steps would be larger than the element before and after.
 *
 * @param before `undefined` when the document did not exist
 */
export function diff(before: unknown, after: unknown): Step[] {
  const collected: Collected = { steps: [], spare: SPARE_BYTES }
  compare({ path: [], at: [] }, before, after, collected)
  return collected.steps
}

/** The operations as clients see them. */
export function operationsOf(steps: readonly Step[]): Operation[] {
  return steps.map(({ at: _at, position: _position, order: _order, ...operation }) => operation)
}

function compare(location: Location, before: unknown, after: unknown, collected: Collected): void {
  if (before === after) return
  const kind = areAlike(before, after)
  if (kind === 'objects') {
    return compareParts(
      location,
      membersOf(before as object),
      membersOf(after as object),
      collected,
    )
  }
  if (kind === 'arrays') {
    return compareArrays(location, before as unknown[], after as unknown[], collected)
  }
  collected.steps.push(wholeStep(location, before, after))
}

/** The step that adds, removes or replaces a value. */
function wholeStep(location: Location, before: unknown, after: unknown): Step {
  const at = { path: pointerOf(location.path), at: location.at }
  if (before === undefined) return { op: 'add', ...at, after }
  return after === undefined
    ? { op: 'remove', ...at, before }
    : { op: 'replace', ...at, before, after }
}

function compareArrays(
  location: Location,
  before: readonly unknown[],
  after: readonly unknown[],
  collected: Collected,
): void {
  const naming = namingOf(location.path, before) ?? namingOf(location.path, after) ?? 'index'
  const other = namingOf(location.path, after) ?? naming
  if (naming !== other) {
    collected.steps.push(wholeStep(location, before, after))
    return
  }
  const parts = unequalElements(location.path, { before, after }, naming)
  if (naming === 'key') return compareParts(location, parts.before, parts.after, collected)
  if (countAltered(parts, MAX_ALTERED_ITEMS) > MAX_ALTERED_ITEMS) {
    collected.steps.push(wholeStep(location, before, after))
    return
  }
  compareParts(location, parts.before, parts.after, collected)
}

/** The number of parts that only one side has or that differ, up to one more than a maximum. */
function countAltered({ before, after }: Record<'before' | 'after', Part[]>, max: number): number {
  const later = new Map(after.map(({ name, value }) => [name, value]))
  let [count, shared] = [0, 0]
  for (const { name, value } of before) {
    const isShared = later.has(name)
    if (isShared) shared++
    if (!isShared || !isSameJson(value, later.get(name))) count++
    if (count > max) return count
  }
  return count + after.length - shared
}

/** Compares a part of an array or object. */
function comparePart(
  location: Location,
  before: unknown,
  after: unknown,
  collected: Collected,
): void {
  if (!isElement(location, before, after)) return compare(location, before, after, collected)
  const inside = { ...collected, steps: [] }
  compare(location, before, after, inside)
  const surplus = jsonSize(inside.steps) - MAX_FACTOR * (jsonSize(before) + jsonSize(after))
  const isCoarse = surplus > collected.spare
  append(collected.steps, isCoarse ? [wholeStep(location, before, after)] : inside.steps)
  if (!isCoarse) collected.spare -= Math.max(0, surplus)
}

/**
 * Whether a part is an element of the document, such as a project, an entry, a banner or a list: it is in an array with
 * natural keys, or a member of the document that is not such an array.
 */
function isElement({ path }: Location, before: unknown, after: unknown): boolean {
  if (path.length > 1) return path.length === 2 && hasNaturalKeys(path.slice(0, 1))
  const isKeyed = (value: unknown) => Array.isArray(value) && namingOf(path, value) === 'key'
  return !isKeyed(before) && !isKeyed(after)
}

function append(steps: Step[], more: readonly Step[]): void {
  for (const step of more) steps.push(step)
}

/** Compares the parts of both values, then adds removals, additions and the order. */
function compareParts(
  location: Location,
  before: readonly Part[],
  after: readonly Part[],
  collected: Collected,
): void {
  const { steps } = collected
  const inside = ({ name, key }: Part): Location => ({
    path: [...location.path, name],
    at: [...location.at, key],
  })
  // The common case: both have the same parts, most of which are identical.
  if (before.length === after.length && before.every(({ name }, i) => name === after[i]?.name)) {
    for (const [i, part] of before.entries()) {
      const counterpart = after[i]?.value
      if (!isSameJson(part.value, counterpart)) {
        comparePart(inside(part), part.value, counterpart, collected)
      }
    }
    return
  }
  const earlier = new Map(before.map((part) => [part.name, part]))
  const later = new Map(after.map((part) => [part.name, part]))
  for (const part of before) {
    const counterpart = later.get(part.name)
    if (counterpart && !isSameJson(part.value, counterpart.value)) {
      comparePart(inside(part), part.value, counterpart.value, collected)
    }
  }
  const stepOf = (part: Part, parts: readonly Part[], index: number) => {
    const { path, at } = inside(part)
    const isLast = typeof part.key === 'number' || index === parts.length - 1
    return { path: pointerOf(path), at, ...(!isLast && { position: index }) }
  }
  for (const [index, part] of before.entries()) {
    if (later.has(part.name)) continue
    steps.push({ op: 'remove', ...stepOf(part, before, index), before: part.value })
  }
  for (const [index, part] of after.entries()) {
    if (earlier.has(part.name)) continue
    steps.push({ op: 'add', ...stepOf(part, after, index), after: part.value })
  }
  compareOrder(location, before, after, { earlier, later, steps })
}

function compareOrder(
  location: Location,
  before: readonly Part[],
  after: readonly Part[],
  { earlier, later, steps }: Record<'earlier' | 'later', Map<string, Part>> & { steps: Step[] },
): void {
  // The order after replay: kept parts in their previous order, new parts at their index.
  const stayed = before.filter(({ name }) => later.has(name)).map(({ name }) => name)
  let next = 0
  const made = after.map(({ name }) => (earlier.has(name) ? stayed[next++] : name))
  if (after.every(({ name }, i) => made[i] === name)) return
  const madeAt = new Map(made.map((name, i) => [name, i]))
  const first = typeof after[0]?.key === 'number' ? after[0].key : 0
  steps.push({
    op: 'replace',
    path: pointerOf(location.path),
    at: location.at,
    before: before.map(({ name }) => name),
    after: after.map(({ name }) => name),
    order: [
      ...Array.from({ length: first }, (_, i) => i),
      ...after.map(({ name }) => first + (madeAt.get(name) ?? 0)),
    ],
  })
}
