/** Numbers of store requests by price class. */
export interface StoreRequests {
  gets: number
  puts: number
  lists: number
}

/**
 * US dollars per million requests: Amazon S3 Standard, us-east-1, November 2026
 * (https://aws.amazon.com/s3/pricing/). A GET that returns 304 or 404 costs the same.
 */
const PRICES: Readonly<StoreRequests> = { gets: 0.4, puts: 5, lists: 5 }

/** Returns the price in US dollars. */
export function priceOf({ gets, puts, lists }: StoreRequests): number {
  return (gets * PRICES.gets + puts * PRICES.puts + lists * PRICES.lists) / 1e6
}

/**
 * Adds requests by price class; DELETE is free.
 *
 * @param counts numbers by method and key, such as `GET messages.json`
 */
export function countRequests(counts: ReadonlyMap<string, number>): StoreRequests {
  const of = (kind: string) =>
    [...counts].reduce((sum, [text, times]) => sum + (text.startsWith(`${kind} `) ? times : 0), 0)
  return { gets: of('GET') + of('HEAD'), puts: of('PUT'), lists: of('LIST') }
}

/** Returns the requests between two counts. */
export function requestsSince(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): Map<string, number> {
  const more = [...now].map(([text, times]) => [text, times - (before.get(text) ?? 0)] as const)
  return new Map(more.filter(([, times]) => times > 0))
}

/**
 * Returns the number of store reads of a document by processes that cache it for `maxAgeMs` and serve reads
 * round robin.
 *
 * @param reads times in milliseconds, in order
 */
export function countFreshnessChecks(
  reads: readonly number[],
  { maxAgeMs, processes }: { maxAgeMs: number; processes: number },
): number {
  const checkedAt = Array.from({ length: processes }, () => -Infinity)
  return reads.filter((at, n) => {
    if (at - (checkedAt[n % processes] ?? 0) < maxAgeMs) return false
    checkedAt[n % processes] = at
    return true
  }).length
}
