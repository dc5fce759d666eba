/** Compares strings by code unit, or numbers, in ascending order. */
export function byCodeUnit<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
