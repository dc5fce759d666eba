import { oncePerFrozen } from './once-per-object.ts'
import { parseIsoInstant } from './iso-instant.ts'
import { isRecord, type JsonRecord } from './json.ts'

/** Members of a banner that say when it is shown, in their order. */
export const BANNER_TIMES = ['startsAt', 'endsAt'] as const

/** What administrators are told of a banner. */
export const BANNER_STATES = ['scheduled', 'shown', 'hidden', 'ended'] as const
type BannerState = (typeof BANNER_STATES)[number]

/** The instants, in milliseconds since the epoch, from which and until which a banner may be shown. */
interface BannerBounds {
  from: number
  until: number
}

/** A time that is absent, or that another program stored in a form that cannot be read, is no bound. */
export function bannerBounds({ startsAt, endsAt }: JsonRecord): BannerBounds {
  return { from: instantOf(startsAt) ?? -Infinity, until: instantOf(endsAt) ?? Infinity }
}

function instantOf(time: unknown): number | undefined {
  return typeof time === 'string' ? parseIsoInstant(time) : undefined
}

/** What a banner is at an instant. A hidden one stays hidden, whatever its times say. */
export function bannerState(banner: JsonRecord, now: number): BannerState {
  if (banner['show'] !== true) return 'hidden'
  const { from, until } = bannerBounds(banner)
  if (now < from) return 'scheduled'
  return now < until ? 'shown' : 'ended'
}

/**
 * How many times of a list of banners have passed at an instant. While neither the list nor this number changes,
 * the state of no banner does.
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
