/** Members that tell elements of a list apart: in day objects, and in the host's breakdowns. */
const IDENTIFYING = ['name', 'ide', 'feature', 'language', 'model']

/**
 * A newly loaded value with everything that was known before and that it lacks: members, elements of
 * breakdowns, and numbers that would become zero, all the way down. What is new wins otherwise.
 */
export function keepKnown(loaded: unknown, before: unknown): unknown {
  if (loaded === undefined || loaded === null) return before ?? loaded
  if (loaded === 0 && typeof before === 'number') return before
  if (Array.isArray(loaded) && Array.isArray(before)) return keepElements(loaded, before)
  if (isObject(loaded) && isObject(before)) return keepMembers(loaded, before)
  return loaded
}

/** Members keep the order of what is new, so that loading the same again changes nothing. */
export function keepMembers<T extends Readonly<Record<string, unknown>>>(
  loaded: T,
  before: Readonly<Record<string, unknown>>,
): T {
  const merged = Object.entries(loaded).map(([name, value]) => [
    name,
    keepKnown(value, Object.hasOwn(before, name) ? before[name] : undefined),
  ])
  const others = Object.entries(before).filter(([name]) => !Object.hasOwn(loaded, name))
  return Object.fromEntries([...merged, ...others]) as T
}

function keepElements(loaded: readonly unknown[], before: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((element) => [identityOf(element), element]))
  const fresh = new Set(loaded.map(identityOf))
  const isTold = known.size === before.length && fresh.size === loaded.length
  // Elements that nothing tells apart cannot be matched: a list is then replaced, never emptied.
  if (!isTold || known.has(undefined) || fresh.has(undefined)) {
    return loaded.length === 0 ? before : loaded
  }
  return [
    ...loaded.map((element) => keepKnown(element, known.get(identityOf(element)))),
    ...before.filter((element) => !fresh.has(identityOf(element))),
  ]
}

function identityOf(element: unknown): string | undefined {
  if (!isObject(element)) return undefined
  const own = IDENTIFYING.filter((name) => typeof element[name] === 'string')
  return own.length === 0 ? undefined : JSON.stringify(own.map((name) => [name, element[name]]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
