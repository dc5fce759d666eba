import { elementAt, type Guard } from './banner-at.ts'

/** Removes one banner, or what stands there in place of one; later ones move up. */
export function deleteBanner(banners: readonly unknown[], index: number, guard?: Guard): unknown[] {
  elementAt(banners, index, guard)
  return banners.toSpliced(index, 1)
}
