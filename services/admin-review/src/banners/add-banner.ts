import type { Banner } from '@landscape/contracts'
import { assertRoom } from './assert-room.ts'
import type { BannerInput } from './banner-input.ts'
import { newBanner } from './new-banner.ts'

/** Appends a banner: clients find what they have just added at the end. */
export function addBanner(banners: readonly Banner[], input: BannerInput): Banner[] {
  const next = [...banners, newBanner(input)]
  assertRoom(next)
  return next
}
