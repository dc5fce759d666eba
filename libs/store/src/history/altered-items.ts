/** The items that only one of two arrays has, in their order; equal items are counted. */
export function alteredItems(
  before: readonly unknown[],
  after: readonly unknown[],
): { added: unknown[]; removed: unknown[] } {
  return { added: without(after, before), removed: without(before, after) }
}

function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const counts = new Map<string, number>()
  for (const other of others) {
    const key = JSON.stringify(other)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return items.filter((item) => {
    const key = JSON.stringify(item)
    const count = counts.get(key) ?? 0
    if (count > 0) counts.set(key, count - 1)
    return count === 0
  })
}
