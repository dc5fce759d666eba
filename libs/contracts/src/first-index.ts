/** Index of the first element that is not before the wanted one; the length when all are, by binary search. */
export function firstIndex<T>(sorted: readonly T[], isBefore: (element: T) => boolean): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isBefore(sorted[middle] as T)) from = middle + 1
    else to = middle
  }
  return from
}
