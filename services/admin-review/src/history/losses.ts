import {
  bannerIds,
  elementsOf,
  isRecord,
  type ArrayDataDocument,
  type BannersDocument,
  type RadarDocument,
} from '@landscape/contracts'
import { textOf } from '../banners/accept-banner.ts'
import { isIdentified } from '../radar/submission.ts'

/** What a save takes away of things of one kind. */
export interface Loss {
  /** What a person calls such things, in the plural. */
  of: string
  /** What a person calls each one that goes, in stored order. */
  removes: readonly string[]
  /** How many there were. */
  total: number
  /** Whether the save leaves none of its kind. */
  empties: boolean
}

/** So few are ordinary work, however many there are. */
const MANY = 10
/** One in so many is a part that somebody may well take away at once. */
const PART = 5
/** Whether a save takes more of one kind than is ordinary work, or the last of several. */
export function isTooMuch({ removes, total, empties }: Loss): boolean {
  if (empties && removes.length > 1) return true
  return removes.length >= MANY && removes.length * PART > total
}

/** How things of one kind are told apart, and what a person calls one. */
export interface Kind {
  of: string
  keysOf: (things: readonly unknown[]) => readonly unknown[]
  subjectOf: (thing: unknown) => string
}

/** What a save takes away of things of one kind. */
export function lossOf(
  { of, keysOf, subjectOf }: Kind,
  before: readonly unknown[],
  after: readonly unknown[],
): Loss {
  const loss = { of, total: before.length, empties: after.length === 0 }
  if (before === after) return { ...loss, removes: [] }
  const left = new Set(keysOf(after))
  const keys = keysOf(before)
  return { ...loss, removes: before.filter((_, i) => !left.has(keys[i])).map(subjectOf) }
}

const ENTRIES: Kind = {
  of: 'entries',
  keysOf: (entries) =>
    entries.map((entry) => (isIdentified(entry) ? entry.id : JSON.stringify(entry))),
  subjectOf: (entry) => (isIdentified(entry) ? entry.id : JSON.stringify(entry)),
}

/** What a save takes away of a radar. */
export function lossesOfRadar(before: RadarDocument, after: RadarDocument): Loss[] {
  return [lossOf(ENTRIES, before.entries, after.entries)]
}

const BANNERS: Kind = {
  of: 'banners',
  keysOf: (banners) => {
    const ids = bannerIds(banners)
    return banners.map((banner, i) => ids[i] ?? JSON.stringify(banner))
  },
  subjectOf: (banner) => {
    const text = isRecord(banner) ? textOf(banner) : ''
    return typeof text === 'string' && text !== '' ? text : JSON.stringify(banner)
  },
}

/** What a save takes away of the banners. */
export function lossesOfBanners(before: BannersDocument, after: BannersDocument): Loss[] {
  return [lossOf(BANNERS, before.messages, after.messages)]
}

/** Spelling and repetition are put right every day: neither is a removal. */
const ITEMS: Omit<Kind, 'of'> = {
  keysOf: (items) =>
    items.map((item) =>
      typeof item === 'string' ? item.trim().toLowerCase() : JSON.stringify(item),
    ),
  subjectOf: (item) => (typeof item === 'string' ? item : JSON.stringify(item)),
}

/**
 * What a save takes away of the technology lists: lists, items of one or several lists, items of all
 * of them. A list that is left out is not emptied, since that is how one is removed.
 */
export function lossesOfLists(before: ArrayDataDocument, after: ArrayDataDocument): Loss[] {
  const categories = Object.keys(before)
  const isKept = (category: string) => Object.hasOwn(after, category)
  const losses = categories.map((category): Loss => {
    const kind = { of: `items of ${category}`, ...ITEMS }
    const loss = lossOf(kind, elementsOf(before[category]), elementsOf(after[category]))
    return { ...loss, empties: loss.empties && isKept(category) }
  })
  const heavy = losses.filter(isTooMuch)
  return [
    {
      of: 'lists',
      removes: categories.filter((category) => !isKept(category)),
      total: categories.length,
      empties: false,
    },
    heavy[1]
      ? together(`items of ${heavy.length} lists`, heavy)
      : together(heavy[0]?.of ?? '', heavy),
    {
      ...together('items', losses),
      empties: Object.values(after).every((list) => elementsOf(list).length === 0),
    },
  ]
}

function together(of: string, losses: readonly Loss[]): Loss {
  return {
    of,
    removes: losses.flatMap(({ removes }) => removes),
    total: losses.reduce((sum, { total }) => sum + total, 0),
    empties: losses.some(({ empties }) => empties),
  }
}
