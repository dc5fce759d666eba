import { changedIndexes } from './changed-indexes.ts'
import { asRecord, elementsOf, ownMember } from '@landscape/contracts/json'

/**
 * Deep-freezes a JSON value. A frozen part is assumed to be deeply frozen, so freezing costs only the parts
 * that differ from the previous version.
 *
 * @param before the frozen previous version; parts that it has at the same path are skipped
 * @throws TypeError when a new part is not JSON: a promise, a date, a function, NaN, a hole, a cycle;
 *   nothing is frozen in that case
 */
export function freezeJson<T>(root: T, before?: unknown): T {
  const found = new Set<object>()
  visit(root, before, found, new Set())
  for (const value of found) Object.freeze(value)
  return root
}

const MAX_DEPTH = 1_000

/** Collects the parts that are not frozen. */
function visit(value: unknown, before: unknown, found: Set<object>, above: Set<object>): void {
  if (typeof value !== 'object' || value === null) {
    assertLeaf(value)
    return
  }
  if (Object.isFrozen(value)) return
  if (above.has(value) || above.size > MAX_DEPTH) {
    throw new TypeError('A document cannot contain itself, or exceed the maximum nesting depth')
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
      // JSON omits an undefined member, but writes an undefined element as null.
      if (part !== undefined) visit(part, ownMember(asRecord(before), name), found, above)
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
  if (!isJson) throw new TypeError(`A document cannot contain ${describe(value)}`)
}

/** JSON preserves only arrays and plain objects, of any realm. */
function assertPlain(value: object): void {
  if (Array.isArray(value)) return
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return
  throw new TypeError(`A document cannot contain ${describe(value)}`)
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `a ${value.constructor.name}`
  return typeof value === 'number' ? String(value) : typeof value
}
