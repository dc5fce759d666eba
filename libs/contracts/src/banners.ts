import { hash } from 'node:crypto'
import { type Element, isRecord, type JsonRecord } from './json.ts'
import { parseIsoInstant } from './iso-instant.ts'
import { oncePerObject } from './once-per-object.ts'

/** A stored banner. */
export interface StoredBanner {
  readonly raw: JsonRecord
  /** Empty when none is stored. */
  readonly id: string
  /** The message; older programs stored it as `description`. */
  readonly text: string
  /** Whether it is visible during its display period. */
  readonly isEnabled: boolean
  /** The display period, in milliseconds since the epoch; an absent or malformed time does not limit it. */
  readonly from: number
  readonly until: number
}

/** A stored banner; an element without a message is opaque. */
export function bannerOf(element: unknown): Element<StoredBanner> {
  return isRecord(element) ? bannerOfRecord(element) : { raw: element, isOpaque: true }
}

const bannerOfRecord = oncePerObject((raw: JsonRecord): Element<StoredBanner> => {
  const text = [raw['message'], raw['description']].find(isText)
  if (text === undefined) return { raw, isOpaque: true }
  return {
    isOpaque: false,
    raw,
    id: isText(raw['id']) ? raw['id'] : '',
    text,
    isEnabled: raw['show'] === true,
    ...bannerBounds(raw),
  }
})

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Members of a banner that define its display period, in order. */
export const BANNER_TIMES = ['startsAt', 'endsAt'] as const

/** The display period of a banner. */
export function bannerBounds({ startsAt, endsAt }: JsonRecord) {
  return { from: instantOf(startsAt) ?? -Infinity, until: instantOf(endsAt) ?? Infinity }
}

function instantOf(time: unknown): number | undefined {
  return typeof time === 'string' ? parseIsoInstant(time) : undefined
}

/** States of a banner that administrators see. */
export const BANNER_STATES = ['scheduled', 'shown', 'hidden', 'ended'] as const

/** The state of a banner at an instant (ms since the epoch). */
export function bannerState(
  { isEnabled, from, until }: Pick<StoredBanner, 'isEnabled' | 'from' | 'until'>,
  now: number,
): (typeof BANNER_STATES)[number] {
  if (!isEnabled) return 'hidden'
  if (now < from) return 'scheduled'
  return now < until ? 'shown' : 'ended'
}

/**
 * The number of start and end times that have passed at an instant (ms since the epoch). The states of the
 * banners change only when this number or the array changes.
 */
export function bannerTimesPassed(banners: readonly unknown[], now: number): number {
  return timesOf(banners).filter((time) => time <= now).length
}

const timesOf = oncePerObject((banners: readonly unknown[]): number[] => {
  const times = banners.map(bannerOf).flatMap((banner) => (banner.isOpaque ? [] : [banner]))
  return times.flatMap(({ from, until }) => [from, until]).filter(Number.isFinite)
})

/**
 * The list in which every banner has an id. A banner without one, or with that of an earlier banner, gets a
 * hash of its content, numbered when it is taken. The result is the same in every process, and the same list
 * when nothing is missing.
 */
export function withBannerIds(list: unknown[]): unknown[] {
  const banners = list.map(bannerOf)
  const owners = new Map<string, number>()
  for (const [index, banner] of banners.entries()) {
    if (!banner.isOpaque && banner.id !== '' && !owners.has(banner.id)) owners.set(banner.id, index)
  }
  const lacksId = (banner: Element<StoredBanner>, index: number) =>
    !banner.isOpaque && owners.get(banner.id) !== index
  if (!banners.some(lacksId)) return list
  const free = unusedNames(owners)
  return banners.map((banner, index) => {
    if (banner.isOpaque || !lacksId(banner, index)) return list[index]
    return { ...banner.raw, id: free(bannerContentId(banner.raw)) }
  })
}

/** A hash of the content of a banner, independent of its visibility and of the order of members. */
export const bannerContentId = oncePerObject((banner: JsonRecord): string => {
  const { id: _id, show: _show, ...content } = banner
  const fields = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 12)
})

/** Returns names that are not taken; the counters avoid testing the same suffixes again. */
function unusedNames(taken: { has(name: string): boolean }): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    let count = counts.get(name) ?? 0
    let unused
    do unused = ++count === 1 ? name : `${name}-${count}`
    while (taken.has(unused))
    counts.set(name, count)
    return unused
  }
}
