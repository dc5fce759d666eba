/** A function of objects that never change; it computes the result for each object once. */
export function oncePerObject<V extends object, R>(compute: (value: V) => R): (value: V) => R {
  const results = new WeakMap<V, { result: R }>()
  return (value) => {
    const known = results.get(value)
    if (known) return known.result
    const result = compute(value)
    results.set(value, { result })
    return result
  }
}

/** As `oncePerObject`, but computes the result for an object that is not frozen each time. */
export function oncePerFrozen<V extends object, R>(compute: (value: V) => R): (value: V) => R {
  const once = oncePerObject(compute)
  return (value) => (Object.isFrozen(value) ? once(value) : compute(value))
}
