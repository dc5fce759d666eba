import type { Banner } from '@landscape/contracts'
import { pagesOf, textOf, type BannerInput } from './banner-input.ts'

/** The fields that every stored banner has, with the defaults for what the client left out. */
export function newBanner(input: BannerInput): Banner & { show: boolean } {
  const text = textOf(input)
  return {
    title: input.title ?? '',
    message: text,
    description: text,
    type: input.type ?? 'info',
    pages: [...pagesOf(input)],
    show: input.show !== false,
  }
}
