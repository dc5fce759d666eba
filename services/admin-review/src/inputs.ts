import { z } from 'zod'
import { isShortName, MAX_LIST_ITEMS, MAX_NAME_LENGTH } from '@landscape/contracts/admit'
import { BANNER_STATES } from '@landscape/contracts/banners'
import { describedAs } from '@landscape/contracts/described-as'
import { InstantText, NO_INSTANT, parseIsoInstant } from '@landscape/contracts/iso-instant'

/** Schemas of new values; stored values may violate them. */
const text = (maxLength: number) => z.string().max(maxLength)
const id = text(200).min(1)

const technologyName = describedAs(
  z.string().refine(isShortName, {
    params: { detail: `must have at most ${MAX_NAME_LENGTH} characters` },
  }),
  text(MAX_NAME_LENGTH),
)

/** A position of an entry; the last of a timeline is the current one. */
const TimelineItemInput = z.looseObject({
  moved: z.number(),
  ringId: id,
  date: text(100),
  description: text(50_000),
  author: text(320).nullish(),
  directorate: z.union([z.number(), text(200)]).nullish(),
})

/** An entry of the radar. Pages crash on an empty timeline. */
export const RadarEntryInput = z.looseObject({
  id,
  title: technologyName.refine((title) => title !== '', {
    params: { detail: 'must not be empty' },
  }),
  quadrant: id,
  timeline: z.array(TimelineItemInput).min(1).max(1_000),
  description: text(50_000).nullish(),
  key: text(500).nullish(),
  url: text(2_048).nullish(),
  links: z.array(z.unknown()).max(100).nullish(),
  tags: z.array(text(200)).max(100).optional(),
  useInstead: text(200).nullish(),
})

const partsOf = (part: z.ZodObject) => z.array(part).min(1).max(100)

/** The members of a radar except its entries. */
export const RADAR_STRUCTURE = {
  title: text(500).min(1),
  quadrants: partsOf(z.looseObject({ id, name: text(200).min(1) })),
  rings: partsOf(
    z.looseObject({
      id,
      name: text(200).min(1),
      color: text(100).optional(),
      role: z.unknown().optional(),
    }),
  ),
} as const

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

/** The name of a technology list, and its items. */
export const CategoryInput = text(200).min(1)
export const ItemsInput = z.array(technologyName).meta({ maxItems: MAX_LIST_ITEMS })
