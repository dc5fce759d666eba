const CHUNK = 500

/**
 * The values in ascending order; equal ones keep their order. A generator, so that `inSlices` can serve requests in the
 * meantime.
 */
export function* sorted<T>(
  values: Iterable<T>,
  compare: (one: T, other: T) => number,
): Generator<void, T[]> {
  const all = [...values]
  let runs: T[][] = []
  for (let i = 0; i < all.length; i += CHUNK) {
    runs.push(all.slice(i, i + CHUNK).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let i = 0; i < runs.length; i += 2)
      merged.push(yield* mergedRuns(runs[i] ?? [], runs[i + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

function* mergedRuns<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (one: T, other: T) => number,
): Generator<void, T[]> {
  const merged: T[] = []
  let at = 0
  for (const one of left) {
    for (
      let other = right[at];
      at < right.length && compare(one, other as T) > 0;
      other = right[at]
    ) {
      merged.push(other as T)
      at++
    }
    merged.push(one)
    if (merged.length % CHUNK === 0) yield
  }
  for (; at < right.length; at++) merged.push(right[at] as T)
  return merged
}
