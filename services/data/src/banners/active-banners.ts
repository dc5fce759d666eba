import { isRecord, type JsonRecord } from '../json/record.ts'

/** The banners that are shown to everybody, in stored order; pages crash on what is no object. */
export function activeBanners(banners: readonly unknown[]): JsonRecord[] {
  return banners.filter(isRecord).filter((banner) => banner['show'] === true)
}
