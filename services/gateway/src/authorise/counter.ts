import { LRUCache } from 'lru-cache'

/** Hits of one caller in the current window. */
export interface Hits {
  count: number
  /** Milliseconds until the window ends. */
  resetMs: number
}

/** Counts hits by key in windows of fixed length that begin with the first hit. */
export interface Counter {
  hit: (key: string) => Promise<Hits> | Hits
}

const MAX_KEYS = 50_000

/**
 * Counts in this process. It evicts the least recently seen callers; callers above the limit are stored
 * separately, so that requests from many addresses cannot reset their counts.
 *
 * @param limit hits in a window after which a caller is above it
 */
export function createLocalCounter(
  windowMs: number,
  limit: number,
  now: () => number = () => performance.now(),
): Counter {
  const within = new LRUCache<string, { count: number; end: number }>({ max: MAX_KEYS })
  const over = new LRUCache<string, { count: number; end: number }>({ max: MAX_KEYS })
  return {
    hit(key) {
      const time = now()
      let window = over.get(key) ?? within.get(key)
      if (!window || window.end <= time) {
        window = { count: 0, end: time + windowMs }
        over.delete(key)
        within.set(key, window)
      }
      window.count++
      if (window.count === limit + 1) over.set(key, window)
      // Rounding of `end` must not exceed the window.
      return { count: window.count, resetMs: Math.min(windowMs, window.end - time) }
    },
  }
}
