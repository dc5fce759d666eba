import { z } from 'zod'

/** One banner message. Very old records carry `page` instead of `pages`; it survives. */
export const Banner = z.looseObject({ show: z.boolean().optional() }).meta({ id: 'Banner' })

/** `main/messages.json` */
export const BannersDocument = z
  .looseObject({ messages: z.array(Banner) })
  .meta({ id: 'BannersDocument' })
export type Banner = z.infer<typeof Banner>
export type BannersDocument = z.infer<typeof BannersDocument>
