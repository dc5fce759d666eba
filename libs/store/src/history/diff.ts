import { membersOf, unequalElements, type Part } from './parts.ts'
import { areAlike, namingOf, pathOf } from './paths.ts'
import { isSameJson } from './same-json.ts'

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

/**
 * The steps from one JSON value to another, in the order of `replay`. Identical objects are not compared.
 *
 * @param before `undefined` when the document did not exist
 */
export function diff(before: unknown, after: unknown): Step[] {
  const steps: Step[] = []
  compare({ path: [], at: [] }, before, after, steps)
  return steps
}

/** The operations as clients see them. */
export function operationsOf(steps: readonly Step[]): Operation[] {
  return steps.map(({ at: _at, position: _position, order: _order, ...operation }) => operation)
}

function compare(location: Location, before: unknown, after: unknown, steps: Step[]): void {
  if (before === after) return
  const kind = areAlike(before, after)
  if (kind === 'objects') {
    return compareParts(location, membersOf(before as object), membersOf(after as object), steps)
  }
  if (kind === 'arrays') {
    return compareArrays(location, before as unknown[], after as unknown[], steps)
  }
  const at = { path: pathOf(location.path), at: location.at }
  if (before === undefined) steps.push({ op: 'add', ...at, after })
  else if (after === undefined) steps.push({ op: 'remove', ...at, before })
  else steps.push({ op: 'replace', ...at, before, after })
}

function compareArrays(
  location: Location,
  before: readonly unknown[],
  after: readonly unknown[],
  steps: Step[],
): void {
  const naming = namingOf(location.path, before) ?? namingOf(location.path, after) ?? 'index'
  const other = namingOf(location.path, after) ?? naming
  if (naming !== other) {
    steps.push({ op: 'replace', path: pathOf(location.path), at: location.at, before, after })
    return
  }
  const parts = unequalElements(location.path, { before, after }, naming)
  compareParts(location, parts.before, parts.after, steps)
}

/** Compares the parts of both values, then adds removals, additions and the order. */
function compareParts(
  location: Location,
  before: readonly Part[],
  after: readonly Part[],
  steps: Step[],
): void {
  const inside = ({ name, key }: Part): Location => ({
    path: [...location.path, name],
    at: [...location.at, key],
  })
  // The common case: both have the same parts, most of which are identical.
  if (before.length === after.length && before.every(({ name }, i) => name === after[i]?.name)) {
    for (const [i, part] of before.entries()) {
      const counterpart = after[i]?.value
      if (!isSameJson(part.value, counterpart)) {
        compare(inside(part), part.value, counterpart, steps)
      }
    }
    return
  }
  const earlier = new Map(before.map((part) => [part.name, part]))
  const later = new Map(after.map((part) => [part.name, part]))
  for (const part of before) {
    const counterpart = later.get(part.name)
    if (counterpart && !isSameJson(part.value, counterpart.value)) {
      compare(inside(part), part.value, counterpart.value, steps)
    }
  }
  const stepOf = (part: Part, parts: readonly Part[], index: number) => {
    const { path, at } = inside(part)
    const isLast = typeof part.key === 'number' || index === parts.length - 1
    return { path: pathOf(path), at, ...(!isLast && { position: index }) }
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
    path: pathOf(location.path),
    at: location.at,
    before: before.map(({ name }) => name),
    after: after.map(({ name }) => name),
    order: [
      ...Array.from({ length: first }, (_, i) => i),
      ...after.map(({ name }) => first + (madeAt.get(name) ?? 0)),
    ],
  })
}
