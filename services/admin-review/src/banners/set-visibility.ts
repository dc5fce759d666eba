import { bannerAt, type Guard } from './banner-at.ts'

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
