import { type Banner, type JsonRecord, isRecord } from '@landscape/contracts'
import { pagesOf, textOf, type BannerInput } from './banner-input.ts'
import { DomainError } from '@landscape/errors'

/** The fields that every stored banner has, with the defaults for what the client left out. */
function newBanner(input: BannerInput): Banner & { show: boolean } {
  const text = textOf(input)
  return {
    title: input.title ?? '',
    message: text,
    description: text,
    type: input.type ?? 'info',
    pages: [...pagesOf(input)],
    show: input.show !== false,
  }
}

/** A whole new list; fields that we do not know come back from a reader and stay. */
export function replaceBanners(inputs: readonly BannerInput[]): Banner[] {
  return inputs.map((input) => ({ ...input, ...newBanner(input) }))
}

/** Appends a banner: clients find what they have just added at the end. */
export function addBanner(banners: readonly unknown[], input: BannerInput): unknown[] {
  const next = [...banners, newBanner(input)]
  assertRoom(next)
  return next
}

const MAX_BANNERS = 10_000

/** @throws DomainError `invalid-input` when there are more banners than may be stored */
function assertRoom(banners: readonly unknown[]): void {
  if (banners.length <= MAX_BANNERS) return
  throw new DomainError('invalid-input', `Too many banners, at most ${MAX_BANNERS} are stored`)
}

/**
 * Replaces one banner; optional fields that the client left out keep their stored value, unless
 * that is of another type than it has to be.
 */
export function updateBanner(
  banners: readonly unknown[],
  index: number,
  input: BannerInput,
): unknown[] {
  const element = elementAt(banners, index)
  const stored = isRecord(element) ? element : {}
  const next = newBanner(input)
  return banners.with(index, { ...stored, ...next, ...kept(stored, input, next) })
}

function kept(stored: JsonRecord, input: BannerInput, next: Banner): Partial<Banner> {
  return Object.fromEntries(
    (['title', 'type', 'show'] as const)
      .filter((field) => (input[field] ?? undefined) === undefined)
      .filter((field) => typeof stored[field] === typeof next[field])
      .map((field) => [field, stored[field]]),
  )
}

/** Shows or hides one banner; without `show` the present state is inverted. */
export function setVisibility(
  banners: readonly unknown[],
  index: number,
  show?: boolean,
  guard?: Guard,
): unknown[] {
  const banner = bannerAt(banners, index, guard)
  return banners.with(index, { ...banner, show: show ?? banner.show !== true })
}

/** Removes one banner, or what stands there in place of one; later ones move up. */
export function deleteBanner(banners: readonly unknown[], index: number, guard?: Guard): unknown[] {
  elementAt(banners, index, guard)
  return banners.toSpliced(index, 1)
}

/** What the caller believes to stand at the index. A banner is addressed by position only. */
export interface Guard {
  message?: unknown
  title?: unknown
}

/**
 * The banner at an index.
 *
 * @throws DomainError `invalid-input` when there is none, or what stands there is no object;
 *   `conflict` when it is another one than the guard says
 */
export function bannerAt(banners: readonly unknown[], index: number, guard: Guard = {}): Banner {
  const banner = elementAt(banners, index, guard)
  if (!isRecord(banner)) throw new DomainError('invalid-input', 'Banner is not an object')
  return banner
}

/** The same for whatever stands there: other programs may have stored what is no banner. */
function elementAt(
  banners: readonly unknown[],
  index: number,
  { message, title }: Guard = {},
): unknown {
  if (!(index in banners)) throw new DomainError('invalid-input', 'Banner index out of range')
  const element = banners[index]
  const banner = isRecord(element) ? element : {}
  const isOther =
    (message !== undefined && message !== (banner['message'] ?? banner['description'] ?? '')) ||
    (title !== undefined && title !== (banner['title'] ?? ''))
  if (isOther) throw new DomainError('conflict', 'Banner has changed')
  return element
}
