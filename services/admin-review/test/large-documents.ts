/** Documents that a save can shrink. */
import { withBannerIds } from '@landscape/contracts/banners'
import type { Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

export const LISTS = '/admin/api/array-data/update'
export const names = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)
export const entries = names(161, 'e').map((id) => entry(id))
export const banner = (message: string) => ({ message, pages: ['radar'] })
export const banners = { messages: withBannerIds(names(12, 'b').map(banner)) }
export const lists = { languages: names(35), frameworks: names(34, 'f'), cicd: ['Make'] }

/** Stores the documents. */
export async function seedAll(h: Harness): Promise<void> {
  await h.seed('radar', radar(entries))
  await h.seed('banners', banners)
  await h.seed('arrayData', lists)
}
