import {
  BANNER_TIMES,
  bannerBounds,
  elementsOf,
  isRecord,
  parseIsoInstant,
} from '@landscape/contracts'
import { KEPT } from './told.ts'
import type { Dangling } from './references.ts'

/** Times of banners that cannot be read, or between which nobody is shown the banner. */
export function wrongTimes(messages: unknown): Dangling[] {
  return elementsOf(messages).flatMap((banner, i): Dangling[] => {
    if (!isRecord(banner)) return []
    const unread = BANNER_TIMES.filter((time) => !isTime(banner[time] ?? undefined))
    const { from, until } = bannerBounds(banner)
    return [
      ...unread.map((time) => ({
        path: ['messages', i, time],
        what: 'is not an ISO 8601 time',
        outcome: `${KEPT}; the banner is shown as if the time were absent`,
        mend: 'write it like 2026-11-21T10:00:00.000Z, or remove it',
      })),
      ...(from < until
        ? []
        : [
            {
              path: ['messages', i, 'endsAt'],
              what: 'is not after startsAt',
              outcome: `${KEPT}; nobody is shown the banner`,
              mend: 'correct one of the two times',
            },
          ]),
    ]
  })
}

function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && parseIsoInstant(value) !== undefined)
}
