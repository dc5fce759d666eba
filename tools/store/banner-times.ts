import { BANNER_TIMES, bannerBounds } from '@landscape/contracts/banners'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { elementsOf, isRecord } from '@landscape/contracts/json'
import { KEPT } from './finding.ts'
import type { RepairableFinding } from './references.ts'

/** Times of banners that are not ISO 8601, or that leave no time in which the banner is visible. */
export function invalidBannerTimes(messages: unknown): RepairableFinding[] {
  return elementsOf(messages).flatMap((banner, i): RepairableFinding[] => {
    if (!isRecord(banner)) return []
    const invalid = BANNER_TIMES.filter((time) => !isTime(banner[time] ?? undefined))
    const { from, until } = bannerBounds(banner)
    return [
      ...invalid.map((time) => ({
        path: ['messages', i, time],
        what: 'is not an ISO 8601 time',
        outcome: `${KEPT}; the banner is shown as if the time were absent`,
        repair: 'write it like 2026-11-21T10:00:00.000Z, or remove it',
      })),
      ...(from < until
        ? []
        : [
            {
              path: ['messages', i, 'endsAt'],
              what: 'is not after startsAt',
              outcome: `${KEPT}; the banner is never shown`,
              repair: 'correct one of the two times',
            },
          ]),
    ]
  })
}

function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && parseIsoInstant(value) !== undefined)
}
