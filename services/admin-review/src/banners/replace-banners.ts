import type { Banner } from '@landscape/contracts'
import type { BannerInput } from './banner-input.ts'
import { newBanner } from './new-banner.ts'

/** A whole new list; fields that we do not know come back from a reader and stay. */
export function replaceBanners(inputs: readonly BannerInput[]): Banner[] {
  return inputs.map((input) => ({ ...input, ...newBanner(input) }))
}
