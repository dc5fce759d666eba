/** What a store is asked for, by what it costs. */
export interface Questions {
  gets: number
  puts: number
  lists: number
}

/**
 * US dollars for a million: Amazon S3, class Standard, us-east-1, in November 2026 (https://aws.amazon.com/s3/pricing/).
 * A GET that is answered 304 or 404 costs the same.
 */
const PRICES: Readonly<Questions> = { gets: 0.4, puts: 5, lists: 5 }

/** US dollars. */
export function priceOf({ gets, puts, lists }: Questions): number {
  return (gets * PRICES.gets + puts * PRICES.puts + lists * PRICES.lists) / 1e6
}

/**
 * Questions by what they cost; taking objects away is free.
 *
 * @param asked how often each was asked, by texts such as `GET messages.json`
 */
export function questionsIn(asked: ReadonlyMap<string, number>): Questions {
  const of = (kind: string) =>
    [...asked].reduce((sum, [text, times]) => sum + (text.startsWith(`${kind} `) ? times : 0), 0)
  return { gets: of('GET') + of('HEAD'), puts: of('PUT'), lists: of('LIST') }
}

/** What was asked between two looks. */
export function askedSince(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): Map<string, number> {
  const more = [...now].map(([text, times]) => [text, times - (before.get(text) ?? 0)] as const)
  return new Map(more.filter(([, times]) => times > 0))
}

/**
 * How often processes that take turns ask the store for a document, when each goes by what it knows for a while.
 *
 * @param reads their instants in milliseconds, in order
 */
export function questionsOfReads(
  reads: readonly number[],
  { maxAgeMs, processes }: { maxAgeMs: number; processes: number },
): number {
  const asked = Array.from({ length: processes }, () => -Infinity)
  return reads.filter((at, n) => {
    if (at - (asked[n % processes] ?? 0) < maxAgeMs) return false
    asked[n % processes] = at
    return true
  }).length
}
