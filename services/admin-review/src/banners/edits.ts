import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  bannerContentId,
  bannerIds,
  DomainError,
  type Fault,
  isRecord,
  type JsonRecord,
  pairUp,
  withBannerIds,
} from '@landscape/contracts'
import {
  acceptBanner,
  assertFaultless,
  assertLength,
  changedBanner,
  completed,
  judgeBanner,
  withoutTimes,
} from './accept-banner.ts'
import { MAX_BANNERS, withoutId } from './bodies.ts'
import { withoutStates } from './states.ts'

/** What a client sends, and where it stands in its body. */
export interface Sent<T = unknown> {
  banner: T
  at: readonly PropertyKey[]
}

/** Answers tell no more places: what is wrong beyond them is not worth looking for. */
const TOLD = 50

/**
 * A whole new list. What comes back as it is stored, or as readers see it, stays as it is; fields that we
 * do not know come back from a reader and stay. A banner that comes back without its id, as from a client
 * that knows of none, keeps it as long as it says the same.
 *
 * @throws DomainError `invalid-input` for what is new or changed and no banner
 */
export function replaceBanners(
  banners: readonly unknown[],
  { banner: inputs, at }: Sent<readonly unknown[]>,
): unknown[] {
  assertLength(inputs, banners, at)
  const known = withIds(banners)
  const shown = withBannerIds(banners)
  const sent = withKnownIds(withoutStates(inputs, shown), shown)
  const pairs = pairUp(sent, shown)
  const faults: Fault[] = []
  const next = sent.map((input, i): Known => {
    const [before, seen] = [known[pairs[i] ?? -1], shown[pairs[i] ?? -1]]
    if (before && isDeepStrictEqual(input, seen)) return before
    const id = before?.id
    const judged = judgeBanner(input, seen, [...at, i])
    faults.push(...judged.faults.slice(0, TOLD))
    if (faults.length >= TOLD) assertFaultless(faults)
    return { banner: id === undefined ? judged.banner : { ...judged.banner, id }, id }
  })
  assertFaultless(faults)
  const ids = bannerIds(next.map(asKnown))
  return keepIds(next.map((one, i) => (one.id === undefined ? withId(one, ids[i]) : one)))
}

/** What comes back without its id gets that of the banner that says the same. */
function withKnownIds(inputs: readonly unknown[], shown: readonly unknown[]): unknown[] {
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

/** Of what comes back several times under one id, that which was not altered has it, else the first. */
function withoutRepeatedIds(inputs: readonly unknown[], shown: readonly unknown[]): unknown[] {
  const pairs = pairUp(inputs, shown)
  const stored = new Set(shown.map((banner) => asRecord(banner)['id']))
  return inputs.map((input, i) => {
    if (pairs[i] !== -1 || !isRecord(input)) return input
    const { id, ...content } = input
    return typeof id === 'string' && stored.has(id) ? content : input
  })
}

/** As readers know it: no other banner may be given its id. */
function asKnown({ banner, id }: Known): unknown {
  return id === undefined || !isRecord(banner) ? banner : { ...banner, id }
}

function withId(one: Known, id: string | undefined): Known {
  const { banner } = one
  return id === undefined || !isRecord(banner) ? one : { banner: { ...banner, id }, id }
}

/** Appends a banner: clients find what they have just added at the end. */
export function addBanner(banners: readonly unknown[], { banner, at }: Sent): unknown[] {
  const next = [...banners, acceptBanner(banner, undefined, at)]
  assertRoom(next, at)
  return next.with(banners.length, withBannerIds(next).at(-1))
}

/** @throws DomainError `invalid-input` when there are more banners than may be stored */
function assertRoom(banners: readonly unknown[], at: readonly PropertyKey[]): void {
  if (banners.length <= MAX_BANNERS) return
  throw new DomainError('invalid-input', `Too many banners, at most ${MAX_BANNERS} are stored`, {
    faults: [{ path: at, detail: 'is one too many' }],
  })
}

/** Which banner is meant: by its id, by its index, or by both, which then have to agree. */
export interface Address {
  id?: string | null | undefined
  index?: number | undefined
  /** What the caller believes to stand there. */
  message?: unknown
  title?: unknown
  [field: string]: unknown
}

/** What else of a banner guards against another one at its position. */
const GUARDS = ['description', 'pages', 'page', 'type', 'startsAt', 'endsAt']

/** A refusal for what an address says. */
export function refused({ index }: Address, text: string, detail: string): DomainError {
  const faults = [{ path: [index === undefined ? 'id' : 'index'], detail }]
  return new DomainError('invalid-input', text, { faults })
}

/**
 * Replaces one banner; optional fields that the client left out keep their stored value, unless
 * that is of another type than it has to be.
 *
 * @throws DomainError `invalid-input` for what is new or changed and does not fit
 */
export function updateBanner(
  banners: readonly unknown[],
  { address, banner: sent, at }: Sent & { address: Address },
): unknown[] {
  const before = banners[indexOf(banners, address)]
  const stored = isRecord(before) ? withoutId(before) : before
  if (isDeepStrictEqual(sent, stored)) return [...banners]
  return alter(banners, address, (element) => ({
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
  return alter(banners, address, (banner) => {
    if (!isRecord(banner)) throw refused(address, 'Banner is not an object', 'is of no banner')
    return { ...banner, show: show ?? banner['show'] !== true }
  })
}

/** Removes one banner, or what stands there in place of one; later ones move up. */
export function deleteBanner(banners: readonly unknown[], address: Address): unknown[] {
  const index = indexOf(banners, address)
  return keepIds(withIds(banners).toSpliced(index, 1))
}

/** Alters what stands at one place; a banner gets the id stored under which it was known. */
function alter(
  banners: readonly unknown[],
  address: Address,
  change: (element: unknown) => JsonRecord,
): unknown[] {
  const index = indexOf(banners, address)
  const all = withIds(banners)
  const altered = change(banners[index])
  // What stood there may have been no banner: an id that none has.
  const id = all[index]?.id ?? bannerIds([...banners, altered]).at(-1)
  const stored = id === undefined || altered['id'] === id ? altered : { ...altered, id }
  return keepIds(all.with(index, { banner: stored, id }))
}

interface Known {
  banner: unknown
  /** Under which readers know it. */
  id: string | undefined
}

function withIds(banners: readonly unknown[]): Known[] {
  const ids = bannerIds(banners)
  return banners.map((banner, i) => ({ banner, id: ids[i] }))
}

/**
 * The list to store. Banners that were not altered stay as they are, unless they would now be known
 * by another id, such as one of several equal ones by another occurrence: these get theirs stored.
 */
function keepIds(list: readonly Known[]): unknown[] {
  const ids = bannerIds(list.map(({ banner }) => banner))
  const kept = list.map((one, i) =>
    one.id === ids[i] || !isRecord(one.banner)
      ? one
      : { banner: { ...one.banner, id: one.id }, id: one.id },
  )
  // An id that is stored in one place may free another one elsewhere.
  const isStable = kept.every((one, i) => one === list[i])
  return isStable ? kept.map(({ banner }) => banner) : keepIds(kept)
}

/**
 * Where the banner stands that is meant, or what is there in place of one: other programs may have
 * stored what is no banner.
 *
 * @throws DomainError `not-found` when no banner has the id, `invalid-input` when there is no such
 *   index, `conflict` when another one stands there than the caller says
 */
export function indexOf(banners: readonly unknown[], address: Address): number {
  const { id, index, message, title } = address
  const ids = typeof id === 'string' ? bannerIds(banners) : []
  const place = index ?? ids.indexOf(id as string)
  if (index === undefined && place < 0) throw new DomainError('not-found', 'Banner not found')
  const isNamed = typeof id === 'string' && index !== undefined
  if (isNamed && ids[index] !== id) throw hasChanged()
  if (!(place in banners)) {
    throw refused({ index }, 'Banner index out of range', 'is out of range')
  }
  const element = banners[place]
  const banner = isRecord(element) ? element : {}
  const isOther =
    (message !== undefined && message !== (banner['message'] ?? banner['description'] ?? '')) ||
    (title !== undefined && title !== (banner['title'] ?? '')) ||
    GUARDS.some((field) => {
      const believed = address[field] ?? undefined
      return believed !== undefined && !isDeepStrictEqual(believed, banner[field])
    })
  if (isOther) throw hasChanged()
  return place
}

function hasChanged(): DomainError {
  return new DomainError('conflict', 'Banner has changed')
}
