import { oncePerFrozen } from './once-per-object.ts'
import { parseIsoInstant } from './iso-instant.ts'
import { isRecord, type JsonRecord } from './json.ts'

/** Members of a banner that define its display period, in order. */
export const BANNER_TIMES = ['startsAt', 'endsAt'] as const

/** States of a banner that administrators see. */
export const BANNER_STATES = ['scheduled', 'shown', 'hidden', 'ended'] as const
type BannerState = (typeof BANNER_STATES)[number]

/** The instants, in milliseconds since the epoch, from which and until which a banner may be shown. */
interface BannerBounds {
  from: number
  until: number
}

/** The display period of a banner; an absent or malformed time does not limit it. */
export function bannerBounds({ startsAt, endsAt }: JsonRecord): BannerBounds {
  return { from: instantOf(startsAt) ?? -Infinity, until: instantOf(endsAt) ?? Infinity }
}

function instantOf(time: unknown): number | undefined {
  return typeof time === 'string' ? parseIsoInstant(time) : undefined
}

/**
 * The state of a banner at an instant (ms since the epoch); `show: false` takes precedence over the times.
 */
export function bannerState(banner: JsonRecord, now: number): BannerState {
  if (banner['show'] !== true) return 'hidden'
  const { from, until } = bannerBounds(banner)
  if (now < from) return 'scheduled'
  return now < until ? 'shown' : 'ended'
}

/**
 * The number of start and end times that have passed at an instant (ms since the epoch). The states of the
 * banners change only when this number or the array changes.
 */
export function bannerTimesPassed(banners: readonly unknown[], now: number): number {
  const times = timesOf(banners)
  return times.filter((time) => time <= now).length
}

const timesOf = oncePerFrozen((banners: readonly unknown[]): number[] => {
  return banners.filter(isRecord).flatMap((banner) => {
    const { from, until } = bannerBounds(banner)
    return [from, until].filter(Number.isFinite)
  })
})
