import { z } from 'zod'

/**
 * One banner message. Very old records carry `page` instead of `pages`, and other programs store
 * any `show`; it survives.
 */
export const Banner = z.looseObject({ show: z.unknown().optional() }).meta({ id: 'Banner' })

/**
 * `main/messages.json`. Elements stay unknown on purpose: one odd element must not take away the
 * others, nor the index by which it is deleted.
 */
export const BannersDocument = z
  .looseObject({ messages: z.array(z.unknown()) })
  .meta({ id: 'BannersDocument' })
export type Banner = z.infer<typeof Banner>
export type BannersDocument = z.infer<typeof BannersDocument>
