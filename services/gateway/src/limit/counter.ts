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

/** Counts in this process; forgets the callers it heard of longest ago when there are too many. */
export function createLocalCounter(windowMs: number, now: () => number = Date.now): Counter {
  const windows = new LRUCache<string, { count: number; end: number }>({ max: MAX_KEYS })
  return {
    hit(key) {
      const time = now()
      let window = windows.get(key)
      if (!window || window.end <= time) {
        window = { count: 0, end: time + windowMs }
        windows.set(key, window)
      }
      window.count++
      return { count: window.count, resetMs: window.end - time }
    },
  }
}
