import type { Banner } from '@landscape/contracts'

/** The banners that are shown to everybody, in stored order. */
export function activeBanners(banners: readonly Banner[]): Banner[] {
  return banners.filter((banner) => banner.show === true)
}
