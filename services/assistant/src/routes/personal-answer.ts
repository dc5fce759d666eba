import { staleHeaders } from '@landscape/service'
import { reply, type Reply } from '@landscape/http'

/** Answers what is meant for the caller alone: no cache keeps it. */
export function personalAnswer<T>(value: T, ...ages: (number | undefined)[]): Reply<T> {
  const known = ages.filter((age) => age !== undefined)
  return reply(200, value, {
    'cache-control': 'no-store',
    ...staleHeaders(known.length === 0 ? undefined : Math.max(...known)),
  })
}
