import type { Banner } from '@landscape/contracts'
import { bannerAt } from './banner-at.ts'
import type { BannerInput } from './banner-input.ts'
import { newBanner } from './new-banner.ts'

/** Replaces one banner; optional fields that the client left out keep their stored value. */
export function updateBanner(
  banners: readonly Banner[],
  index: number,
  input: BannerInput,
): Banner[] {
  const stored = bannerAt(banners, index)
  const next = { ...newBanner(input), ...kept(stored, input) }
  return banners.with(index, { ...stored, ...next })
}

function kept(stored: Banner, input: BannerInput): Partial<Banner> {
  return Object.fromEntries(
    (['title', 'type', 'show'] as const)
      .filter((field) => (input[field] ?? undefined) === undefined && stored[field] !== undefined)
      .map((field) => [field, stored[field]]),
  )
}
