import { z } from 'zod'
import { BANNER_STATES } from '@landscape/contracts/banners'
import { describedAs } from '@landscape/contracts/described-as'
import { InstantText, NO_INSTANT, parseIsoInstant } from '@landscape/contracts/iso-instant'

/** Schemas of new values; stored values may violate them. */
const text = (maxLength: number) => z.string().max(maxLength)

const Time = describedAs(
  z.string().refine((time) => parseIsoInstant(time) !== undefined, { ...NO_INSTANT }),
  InstantText,
)

const pages = z.array(text(200).min(1)).min(1).max(100)

/**
 * A banner. Clients send the message as `message` or `description`, and old records have `page` instead of
 * `pages`. `BannerInputShape` and the domain require one of each.
 */
export const BannerInput = z.looseObject({
  message: text(10_000).nullish().meta({ description: 'message' }),
  description: text(10_000).nullish().meta({ description: 'message, when `message` is absent' }),
  pages: pages.nullish().meta({ description: 'pages that display it' }),
  page: text(200).nullish().meta({ description: 'page that displays it, when `pages` is absent' }),
  id: text(200).nullish().meta({ description: 'id in the read response' }),
  title: text(500).nullish(),
  type: z.enum(['info', 'warning', 'error']).nullish(),
  show: z.unknown().optional().meta({ description: 'any value except false means visible' }),
  startsAt: Time.nullish().meta({
    description: 'start of the display period: ISO 8601, in UTC without a zone; null removes it',
  }),
  endsAt: Time.nullish().meta({
    description:
      'end of the display period, after `startsAt`: ISO 8601, in UTC without a zone; null removes it',
  }),
  state: z
    .enum(BANNER_STATES)
    .nullish()
    .meta({ description: 'state in the read response; ignored' }),
})
export type BannerInput = z.infer<typeof BannerInput>

/** A banner in the API description, with its required members. */
export const BannerInputShape = z
  .intersection(
    BannerInput,
    z.intersection(
      z.union([
        z.looseObject({ message: text(10_000).min(1) }),
        z.looseObject({ description: text(10_000).min(1) }),
      ]),
      z.union([z.looseObject({ pages }), z.looseObject({ page: text(200).min(1) })]),
    ),
  )
  .meta({ id: 'BannerInput', description: 'A banner with a message and at least one page.' })
