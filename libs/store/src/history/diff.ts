import { membersOf, unequalElements, type Part } from './parts.ts'
import { areAlike, namingOf, pathOf } from './paths.ts'
import { isSameJson } from './same-json.ts'

/** One place in a document that a change altered, named as people name it. */
export interface Operation {
  op: 'add' | 'remove' | 'replace'
  /** As a JSON pointer (RFC 6901) whose segments are natural keys: `/entries/python/description`. */
  path: string
  /** What stood there before; absent for `add`. */
  before?: unknown
  /** What stands there after; absent for `remove`. */
  after?: unknown
}

/** An operation as it is stored: with the positions by which it can be made, or taken back, exactly. */
export interface Step extends Operation {
  /**
   * Where it is, by names of members and indexes of elements as they are before the change; the last
   * one of an `add` as it is after.
   */
  at: readonly (string | number)[]
  /** Index of an added or removed member among the members of its object, unless it is the last. */
  position?: number
  /**
   * Only the order of the parts is altered, `before` and `after` are their names: for each part
   * where it stood once the others were removed and added.
   */
  order?: readonly number[]
}

interface Place {
  path: readonly string[]
  at: readonly (string | number)[]
}

/**
 * What leads from one JSON value to another, in an order in which `replay` can make it. Parts that
 * are the same object cost nothing more than the look.
 *
 * @param before `undefined` when there was no document
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

function compare(place: Place, before: unknown, after: unknown, steps: Step[]): void {
  if (before === after) return
  const kind = areAlike(before, after)
  if (kind === 'objects') {
    return compareParts(place, membersOf(before as object), membersOf(after as object), steps)
  }
  if (kind === 'arrays') {
    return compareArrays(place, before as unknown[], after as unknown[], steps)
  }
  const at = { path: pathOf(place.path), at: place.at }
  if (before === undefined) steps.push({ op: 'add', ...at, after })
  else if (after === undefined) steps.push({ op: 'remove', ...at, before })
  else steps.push({ op: 'replace', ...at, before, after })
}

function compareArrays(
  place: Place,
  before: readonly unknown[],
  after: readonly unknown[],
  steps: Step[],
): void {
  const naming = namingOf(place.path, before) ?? namingOf(place.path, after) ?? 'index'
  const other = namingOf(place.path, after) ?? naming
  if (naming !== other) {
    steps.push({ op: 'replace', path: pathOf(place.path), at: place.at, before, after })
    return
  }
  const parts = unequalElements(place.path, { before, after }, naming)
  compareParts(place, parts.before, parts.after, steps)
}

/** First what both have, then what went, then what came, then the order of all. */
function compareParts(
  place: Place,
  before: readonly Part[],
  after: readonly Part[],
  steps: Step[],
): void {
  const inside = ({ name, key }: Part): Place => ({
    path: [...place.path, name],
    at: [...place.at, key],
  })
  // Mostly both have the same parts, and all but one are the same objects.
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
  compareOrder(place, before, after, { earlier, later, steps })
}

function compareOrder(
  place: Place,
  before: readonly Part[],
  after: readonly Part[],
  { earlier, later, steps }: Record<'earlier' | 'later', Map<string, Part>> & { steps: Step[] },
): void {
  // As `replay` leaves them: what stayed in its old order, what came at its new position.
  const stayed = before.filter(({ name }) => later.has(name)).map(({ name }) => name)
  let next = 0
  const made = after.map(({ name }) => (earlier.has(name) ? stayed[next++] : name))
  if (after.every(({ name }, i) => made[i] === name)) return
  const madeAt = new Map(made.map((name, i) => [name, i]))
  const first = typeof after[0]?.key === 'number' ? after[0].key : 0
  steps.push({
    op: 'replace',
    path: pathOf(place.path),
    at: place.at,
    before: before.map(({ name }) => name),
    after: after.map(({ name }) => name),
    order: [
      ...Array.from({ length: first }, (_, i) => i),
      ...after.map(({ name }) => first + (madeAt.get(name) ?? 0)),
    ],
  })
}
