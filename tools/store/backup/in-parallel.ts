/** Calls to a store or to a target that are under way at once. */
const AT_ONCE = 16

/**
 * Does the same work for each of many, some at once; the results are in the order of what they are of.
 *
 * @param onDone told after each how many are done, of how many
 */
export async function inParallel<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  onDone: (done: number, of: number) => void = () => {},
): Promise<R[]> {
  const results: R[] = []
  let done = 0
  const entries = all.entries()
  const worker = async () => {
    // One iterator for all: each takes what comes next.
    for (const [i, one] of entries) {
      results[i] = await work(one)
      onDone(++done, all.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
