import type { Banner } from '@landscape/contracts'
import { isRecord, type JsonRecord } from '../json/record.ts'
import { elementAt } from './banner-at.ts'
import type { BannerInput } from './banner-input.ts'
import { newBanner } from './new-banner.ts'

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
