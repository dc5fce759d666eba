/** Maximum number of concurrent calls to a store or target. */
const MAX_CONCURRENT = 16

/**
 * Maps asynchronously with bounded concurrency; the results are in the order of the input.
 *
 * @param onDone called after each element with the number of completed elements and the total
 */
export async function inParallel<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  onDone: (done: number, total: number) => void = () => {},
): Promise<R[]> {
  const results: R[] = []
  let done = 0
  const entries = all.entries()
  const worker = async () => {
    // The workers share one iterator.
    for (const [i, one] of entries) {
      results[i] = await work(one)
      onDone(++done, all.length)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
  return results
}
