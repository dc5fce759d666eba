import { reply, staleHeaders, type Reply } from '@landscape/http'

/** Answers what is meant for the caller alone: no cache keeps it. */
export function personalAnswer(value: unknown, ...ages: (number | undefined)[]): Reply {
  const known = ages.filter((age) => age !== undefined)
  return reply(200, value, {
    'cache-control': 'no-store',
    ...staleHeaders(known.length === 0 ? undefined : Math.max(...known)),
  })
}
