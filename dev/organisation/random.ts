/** A seeded random generator: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number of at least 0 and less than 1. */
  next(): number
  /** An integer between both bounds, inclusive. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Up to `count` different items, in the order of `items`. */
  sample<T>(items: readonly T[], count: number): T[]
  /** The items in another order. */
  shuffle<T>(items: readonly T[]): T[]
}

/** FNV-1a, so that a seed can be a readable string. */
function hash(text: string): number {
  let value = 0x811c9dc5
  // An iterator of characters is ten times slower, and reports hash a string for each person and day.
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Mulberry32: 32 bits of state, integer arithmetic only. */
export function createRandom(seed: string): Random {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => {
    const index = int(0, items.length - 1)
    if (index >= items.length) throw new RangeError('cannot pick from an empty array')
    return items[index] as T
  }
  const shuffle = <T>(items: readonly T[]): T[] => {
    const left = [...items]
    return items.flatMap(() => left.splice(int(0, left.length - 1), 1))
  }
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const kept = new Set(shuffle(items.map((_item, index) => index)).slice(0, count))
    return items.filter((_item, index) => kept.has(index))
  }
  return { next, int, chance: (probability) => next() < probability, pick, sample, shuffle }
}
