import { assertRoom } from './assert-room.ts'
import type { BannerInput } from './banner-input.ts'
import { newBanner } from './new-banner.ts'

/** Appends a banner: clients find what they have just added at the end. */
export function addBanner(banners: readonly unknown[], input: BannerInput): unknown[] {
  const next = [...banners, newBanner(input)]
  assertRoom(next)
  return next
}
