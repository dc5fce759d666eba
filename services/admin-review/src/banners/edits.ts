import { isDeepStrictEqual } from 'node:util'
import {
  bannerContentId,
  bannerOf,
  type StoredBanner,
  withBannerIds,
} from '@landscape/contracts/banners'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import { asRecord, isRecord, type JsonRecord, ownMember } from '@landscape/contracts/json'
import type { BannersDocument } from '@landscape/contracts/landscape'
import { findEqual } from '@landscape/store/documents/unchanged'
import { lossOf, type Kind, type Loss } from '../history/removals.ts'
import { assertFaultless, resolveBanner } from './accept-banner.ts'
import { type Address, COMPARED_FIELDS, MAX_BANNERS, type Sent, withoutState } from './bodies.ts'

type List = BannersDocument['messages']

/** Maximum number of faults in a response. */
const MAX_FAULTS = 50

/**
 * Replaces the list. Elements that are sent back unchanged are accepted. A banner without an id keeps that of
 * a stored banner with the same content, or gets a new one.
 *
 * @throws DomainError `invalid-input` for new or changed elements that are not valid banners, and for an id
 *   that is sent twice
 */
export function replaceBanners(list: List, { banner: inputs, at }: Sent<readonly unknown[]>): List {
  if (inputs.length > Math.max(MAX_BANNERS, list.length)) {
    assertFaultless([{ path: at, detail: `must have at most ${MAX_BANNERS} elements` }])
  }
  const sent = inputs.map(withoutState)
  const unchanged = findEqual(sent, list.map(asSent))
  const find = counterparts(list, sent)
  const faults: Fault[] = repeatedIds(sent, at)
  const next = sent.map((input, i) => {
    const index = unchanged[i] ?? -1
    if (index >= 0) return list[index]
    const fresh = resolveBanner({ banner: input, at: [...at, i] })
    const stored = find(input, fresh.banner)
    const { banner, faults: found } = stored
      ? resolveBanner({ banner: input, at: [...at, i] }, stored.raw)
      : fresh
    faults.push(...found.slice(0, MAX_FAULTS))
    if (faults.length >= MAX_FAULTS) assertFaultless(faults)
    return stored ? { ...banner, id: stored.id } : banner
  })
  assertFaultless(faults)
  return withBannerIds(next)
}

/** A stored element as a read returns it, without the state that the read computes. */
function asSent(element: unknown): unknown {
  if (bannerOf(element).isOpaque) return withoutState(element)
  const { state: _other, ...banner } = asRecord(element)
  return banner
}

/** Finds the stored banner of a sent one: by id, or without an id by content; each of those once. */
function counterparts(list: List, sent: readonly unknown[]) {
  const stored = list.map(bannerOf).filter((banner) => !banner.isOpaque)
  const byId = new Map(stored.map((banner) => [banner.id, banner]))
  const named = new Set(sent.map(idIn))
  const unnamed = stored.filter(({ id }) => !named.has(id))
  const byContent = Map.groupBy(unnamed, ({ raw }) => bannerContentId(raw))
  const takeEqual = (banner: JsonRecord) => byContent.get(bannerContentId(banner))?.shift()
  return (input: unknown, completed: JsonRecord): StoredBanner | undefined => {
    const id = idIn(input)
    if (id !== undefined) return byId.get(id)
    return takeEqual(asRecord(input)) ?? takeEqual(completed)
  }
}

function repeatedIds(sent: readonly unknown[], at: readonly PropertyKey[]): Fault[] {
  const seen = new Set<string>()
  return sent.flatMap((banner, i) => {
    const id = bannerOf(banner).isOpaque ? undefined : idIn(banner)
    if (id === undefined || !seen.has(id)) {
      if (id !== undefined) seen.add(id)
      return []
    }
    return [{ path: [...at, i, 'id'], detail: 'is the id of another banner' }]
  })
}

function idIn(banner: unknown): string | undefined {
  const { id } = asRecord(banner)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Appends a banner; clients expect it at the end. */
export function addBanner(list: List, sent: Sent): List {
  const { banner, faults } = resolveBanner(sent)
  assertFaultless(faults)
  if (list.length >= MAX_BANNERS) {
    throw new DomainError('invalid-input', `Too many banners; the maximum is ${MAX_BANNERS}`, {
      faults: [{ path: sent.at, detail: 'exceeds the maximum number of banners' }],
    })
  }
  return withBannerIds([...list, banner])
}

/**
 * Changes one banner; members that are not sent keep their value.
 *
 * @throws DomainError `invalid-input` for invalid new or changed members
 */
export function updateBanner(list: List, address: Address, { banner: sent, at }: Sent): List {
  const { index, raw, id } = bannerAt(list, address)
  const complete = isRecord(sent) ? { ...raw, ...withoutNulls(sent) } : sent
  if (isDeepStrictEqual(complete, raw)) return list
  const { banner, faults } = resolveBanner({ banner: complete, at }, raw)
  assertFaultless(faults)
  return list.with(index, { ...banner, id })
}

/** Null is a missing value, except for a time, which it clears. */
function withoutNulls(sent: JsonRecord): JsonRecord {
  const isOmitted = (name: string) => ['title', 'type', 'show'].includes(name)
  const members = Object.entries(sent).filter(([name, value]) => value !== null || !isOmitted(name))
  return Object.fromEntries(members)
}

/** Shows or hides one banner; without `show` the present state is inverted. */
export function setVisibility(list: List, address: Address, show?: boolean): List {
  const { index, raw, isEnabled } = bannerAt(list, address)
  return list.with(index, { ...raw, show: show ?? !isEnabled })
}

/** Removes one element, opaque or not; later ones move up. */
export function deleteBanner(list: List, address: Address): List {
  return list.toSpliced(indexOf(list, address), 1)
}

/** @throws DomainError as `indexOf`, and `conflict` for an element that is not a banner */
function bannerAt(list: List, address: Address): StoredBanner & { index: number } {
  const index = indexOf(list, address)
  const banner = bannerOf(list[index])
  if (!banner.isOpaque) return { ...banner, index }
  const text = 'This element is not a banner; repair it with: npm run store -- inspect'
  throw new DomainError('conflict', text)
}

/**
 * Index of the addressed element.
 *
 * @throws DomainError `not-found` for an unknown id, `invalid-input` for an index out of range, `conflict`
 *   when the element differs from the address
 */
export function indexOf(list: List, address: Address): number {
  const { id, index: sentIndex } = address
  const hasId = (element: unknown) => {
    const banner = bannerOf(element)
    return !banner.isOpaque && banner.id === id
  }
  const index = sentIndex ?? list.findIndex(hasId)
  if (sentIndex === undefined && index < 0) throw new DomainError('not-found', 'Banner not found')
  if (typeof id === 'string' && !hasId(list[index])) throw hasChanged()
  if (!(index in list)) throw addressError(address, 'Banner index out of range', 'is out of range')
  if (!matches(address, asRecord(list[index]))) throw hasChanged()
  return index
}

/** An error about the id or index of an address. */
export function addressError({ index }: Address, text: string, detail: string): DomainError {
  const faults = [{ path: [index === undefined ? 'id' : 'index'], detail }]
  return new DomainError('invalid-input', text, { faults })
}

function matches(address: Address, banner: JsonRecord): boolean {
  const { message = banner['description'] ?? '', title = '' } = banner
  const stored: JsonRecord = { ...banner, message, title }
  return COMPARED_FIELDS.every((field) => {
    const expected = ownMember(address, field)
    return expected === undefined || isDeepStrictEqual(expected, ownMember(stored, field) ?? null)
  })
}

function hasChanged(): DomainError {
  return new DomainError('conflict', 'Banner has changed')
}

const BANNERS: Kind = {
  of: 'banners',
  keysOf: (list) => list.map((element) => idIn(element) ?? JSON.stringify(element)),
  subjectOf: (element) => {
    const banner = bannerOf(element)
    return banner.isOpaque ? JSON.stringify(element) : banner.text
  },
}

/** Banners that a save removes. */
export function lossesOfBanners(before: BannersDocument, after: BannersDocument): Loss[] {
  return [lossOf(BANNERS, before.messages, after.messages)]
}
