import { asRecord, changedIndexes, elementsOf } from '@landscape/contracts'

/**
 * Freezes a JSON value and all it holds. A frozen part is taken to be frozen throughout, so a new
 * version that shares most of the old one costs only what is new.
 *
 * @param before frozen; what of it stands at the same place in the value is not looked at
 * @throws TypeError when a part that is not frozen yet cannot be written as JSON as it is: a
 *   promise, a date, a function, NaN, a hole, a circle; then nothing was frozen
 */
export function freezeJson<T>(root: T, before?: unknown): T {
  const found = new Set<object>()
  visit(root, before, found, new Set())
  for (const value of found) Object.freeze(value)
  return root
}

const MAX_DEPTH = 1_000

/** Collects the parts that are not frozen yet. */
function visit(value: unknown, before: unknown, found: Set<object>, above: Set<object>): void {
  if (typeof value !== 'object' || value === null) {
    assertLeaf(value)
    return
  }
  if (Object.isFrozen(value)) return
  if (above.has(value) || above.size > MAX_DEPTH) {
    throw new TypeError('A document cannot hold itself, or be nested without end')
  }
  if (found.has(value)) return
  assertPlain(value)
  found.add(value)
  above.add(value)
  if (Array.isArray(value)) {
    const earlier = elementsOf(before)
    for (const i of changedIndexes(value, earlier)) visit(value[i], earlier[i], found, above)
  } else {
    for (const [name, part] of Object.entries(value)) {
      // A member that is undefined is left out of the text; an element would become null.
      if (part !== undefined) visit(part, asRecord(before)[name], found, above)
    }
  }
  above.delete(value)
}

function assertLeaf(value: unknown): void {
  const isJson =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  if (!isJson) throw new TypeError(`A document cannot hold ${describe(value)}`)
}

/** Only arrays and plain objects, of whichever realm, are written as what they are. */
function assertPlain(value: object): void {
  if (Array.isArray(value)) return
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return
  throw new TypeError(`A document cannot hold ${describe(value)}`)
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `a ${value.constructor.name}`
  return typeof value === 'number' ? String(value) : typeof value
}
