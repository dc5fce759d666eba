import type { Banner } from '@landscape/contracts'
import { bannerAt, type Guard } from './banner-at.ts'

/** Removes one banner; later ones move up. */
export function deleteBanner(banners: readonly Banner[], index: number, guard?: Guard): Banner[] {
  bannerAt(banners, index, guard)
  return banners.toSpliced(index, 1)
}
