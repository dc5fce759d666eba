import { isDeepStrictEqual } from 'node:util'
import { bannerContentId, bannerIds, withBannerIds } from '@landscape/contracts/banners'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts/json'
import type { BannersDocument } from '@landscape/contracts/landscape'
import { pairUp } from '@landscape/contracts/pair-up'
import { lossOf, type Kind, type Loss } from '../history/shrink-guard.ts'
import {
  acceptBanner,
  assertFaultless,
  assertLength,
  changedBanner,
  completed,
  resolveBanner,
  textOf,
  withoutTimes,
} from './accept-banner.ts'
import { addressError, indexOf, type Address } from './address.ts'
import { MAX_BANNERS, withoutId } from './bodies.ts'
import { withoutStates } from './states.ts'

/** A value of the request body and its path there. */
export interface Sent<T = unknown> {
  banner: T
  at: readonly PropertyKey[]
}

/** Maximum number of faults in a response. */
const MAX_FAULTS = 50

/**
 * Replaces the list. Banners that equal the stored or the returned ones stay unchanged, unknown fields
 * included. A banner without an id keeps the stored id if its content is the same.
 *
 * @throws DomainError `invalid-input` for new or changed elements that are not valid banners
 */
export function replaceBanners(
  banners: readonly unknown[],
  { banner: inputs, at }: Sent<readonly unknown[]>,
): unknown[] {
  assertLength(inputs, banners, at)
  const stored = withIds(banners)
  const shown = withBannerIds(banners)
  const sent = withStoredIds(withoutStates(inputs, shown), shown)
  const pairs = pairUp(sent, shown)
  const faults: Fault[] = []
  const next = sent.map((input, i): Identified => {
    const [before, seen] = [stored[pairs[i] ?? -1], shown[pairs[i] ?? -1]]
    if (before && isDeepStrictEqual(input, seen)) return before
    const id = before?.id
    const resolved = resolveBanner(input, seen, [...at, i])
    faults.push(...resolved.faults.slice(0, MAX_FAULTS))
    if (faults.length >= MAX_FAULTS) assertFaultless(faults)
    return { banner: id === undefined ? resolved.banner : { ...resolved.banner, id }, id }
  })
  assertFaultless(faults)
  const ids = bannerIds(next.map(asShown))
  return keepIds(next.map((one, i) => (one.id === undefined ? withId(one, ids[i]) : one)))
}

/** Gives elements without an id that of the stored banner with the same content. */
function withStoredIds(inputs: readonly unknown[], shown: readonly unknown[]): unknown[] {
  const named = new Set(inputs.map((input) => asRecord(input)['id']))
  const unnamed = shown
    .filter(isRecord)
    .filter(({ id }) => typeof id === 'string' && !named.has(id))
  const known = Map.groupBy(unnamed, bannerContentId)
  const idOf = (content: JsonRecord) => known.get(bannerContentId(content))?.shift()?.['id']
  return withoutRepeatedIds(inputs, shown).map((input) => {
    if (!isRecord(input) || (input['id'] ?? '') !== '') return input
    const { id: _none, ...content } = input
    const id = idOf(content) ?? idOf({ ...content, ...completed(content) })
    return id === undefined ? content : { ...content, id }
  })
}

/** Of several elements with one id, the unaltered one keeps it, otherwise the first. */
function withoutRepeatedIds(inputs: readonly unknown[], shown: readonly unknown[]): unknown[] {
  const pairs = pairUp(inputs, shown)
  const stored = new Set(shown.map((banner) => asRecord(banner)['id']))
  return inputs.map((input, i) => {
    if (pairs[i] !== -1 || !isRecord(input)) return input
    const { id, ...content } = input
    return typeof id === 'string' && stored.has(id) ? content : input
  })
}

/** The banner with its id, stored or derived. */
function asShown({ banner, id }: Identified): unknown {
  return id === undefined || !isRecord(banner) ? banner : { ...banner, id }
}

function withId(one: Identified, id: string | undefined): Identified {
  const { banner } = one
  return id === undefined || !isRecord(banner) ? one : { banner: { ...banner, id }, id }
}

/** Appends a banner; clients expect it at the end. */
export function addBanner(banners: readonly unknown[], { banner, at }: Sent): unknown[] {
  const next = [...banners, acceptBanner(banner, undefined, at)]
  assertRoom(next, at)
  return next.with(banners.length, withBannerIds(next).at(-1))
}

/** @throws DomainError `invalid-input` above the maximum number of banners */
function assertRoom(banners: readonly unknown[], at: readonly PropertyKey[]): void {
  if (banners.length <= MAX_BANNERS) return
  throw new DomainError('invalid-input', `Too many banners; the maximum is ${MAX_BANNERS}`, {
    faults: [{ path: at, detail: 'exceeds the maximum number of banners' }],
  })
}

/**
 * Replaces one banner. Omitted optional fields keep their stored value if it has a valid type.
 *
 * @throws DomainError `invalid-input` for invalid new or changed fields
 */
export function updateBanner(
  banners: readonly unknown[],
  { address, banner: sent, at }: Sent & { address: Address },
): unknown[] {
  const before = banners[indexOf(banners, address)]
  const stored = isRecord(before) ? withoutId(before) : before
  if (isDeepStrictEqual(sent, stored)) return [...banners]
  return editAt(banners, address, (element) => ({
    ...withoutTimes(asRecord(element)),
    ...changedBanner(sent, stored, at),
  }))
}

/** Shows or hides one banner; without `show` the present state is inverted. */
export function setVisibility(
  banners: readonly unknown[],
  address: Address,
  show?: boolean,
): unknown[] {
  return editAt(banners, address, (banner) => {
    if (!isRecord(banner)) throw addressError(address, 'Banner is not an object', 'is not a banner')
    return { ...banner, show: show ?? banner['show'] !== true }
  })
}

/** Removes one element, valid or not; later ones move up. */
export function deleteBanner(banners: readonly unknown[], address: Address): unknown[] {
  const index = indexOf(banners, address)
  return keepIds(withIds(banners).toSpliced(index, 1))
}

/** Replaces one element; its id, stored or derived, is stored. */
function editAt(
  banners: readonly unknown[],
  address: Address,
  change: (element: unknown) => JsonRecord,
): unknown[] {
  const index = indexOf(banners, address)
  const all = withIds(banners)
  const altered = change(banners[index])
  // A malformed element has no id.
  const id = all[index]?.id ?? bannerIds([...banners, altered]).at(-1)
  const stored = id === undefined || altered['id'] === id ? altered : { ...altered, id }
  return keepIds(all.with(index, { banner: stored, id }))
}

interface Identified {
  banner: unknown
  /** The stored or derived id; `undefined` for a malformed element. */
  id: string | undefined
}

function withIds(banners: readonly unknown[]): Identified[] {
  const ids = bannerIds(banners)
  return banners.map((banner, i) => ({ banner, id: ids[i] }))
}

/**
 * The list to store. Unaltered banners stay as stored, but a derived id that would change (it contains the
 * number of equal banners before it) is stored.
 */
function keepIds(list: readonly Identified[]): unknown[] {
  const ids = bannerIds(list.map(({ banner }) => banner))
  const kept = list.map((one, i) =>
    one.id === ids[i] || !isRecord(one.banner)
      ? one
      : { banner: { ...one.banner, id: one.id }, id: one.id },
  )
  // Storing one id can change the derived id of another banner.
  const isStable = kept.every((one, i) => one === list[i])
  return isStable ? kept.map(({ banner }) => banner) : keepIds(kept)
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

/** Banners that a save removes. */
export function lossesOfBanners(before: BannersDocument, after: BannersDocument): Loss[] {
  return [lossOf(BANNERS, before.messages, after.messages)]
}
