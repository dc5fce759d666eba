import { z } from 'zod'
import { BANNER_STATES } from './banner-times.ts'
import { describedAs } from './described-as.ts'
import { InstantText, NO_INSTANT, parseIsoInstant } from './iso-instant.ts'

/** What may be new in the documents that people edit; what is stored there already may be otherwise. */
const text = (longest: number) => z.string().max(longest)
const id = text(200).min(1)

/** One position of an entry; the last of a timeline is the present one. */
const TimelineItemInput = z.looseObject({
  moved: z.number(),
  ringId: id,
  date: text(100),
  description: text(50_000),
  author: text(320).nullish(),
  directorate: z.union([z.number(), text(200)]).nullish(),
})

/** An entry of the radar. Pages crash on an empty timeline, so there must be an item. */
export const RadarEntryInput = z.looseObject({
  id,
  title: text(500).min(1),
  quadrant: id,
  timeline: z.array(TimelineItemInput).min(1).max(1_000),
  description: text(50_000).nullish(),
  key: text(500).nullish(),
  url: text(2_048).nullish(),
  links: z.array(z.unknown()).max(100).nullish(),
  tags: z.array(text(200)).max(100).optional(),
})

const partsOf = (part: z.ZodObject) => z.array(part).min(1).max(100)

/** What a radar consists of beside its entries. */
export const RADAR_STRUCTURE = {
  title: text(500).min(1),
  quadrants: partsOf(z.looseObject({ id, name: text(200).min(1) })),
  rings: partsOf(z.looseObject({ id, name: text(200).min(1), color: text(100).optional() })),
} as const

const Time = describedAs(
  z.string().refine((time) => parseIsoInstant(time) !== undefined, { ...NO_INSTANT }),
  InstantText,
)

const pages = z.array(text(200).min(1)).min(1).max(100)

/**
 * A banner. One generation of clients calls its text `message`, the next `description`; very old records
 * carry `page` instead of `pages`. One of each has to be there, which is judged elsewhere.
 */
export const BannerInput = z.looseObject({
  message: text(10_000).nullish().meta({ description: 'the text' }),
  description: text(10_000).nullish().meta({ description: 'the text, when message is absent' }),
  pages: pages.nullish().meta({ description: 'pages that show it' }),
  page: text(200).nullish().meta({ description: 'the page that shows it, when pages is absent' }),
  id: text(200).nullish().meta({ description: 'the id under which it was read' }),
  title: text(500).nullish(),
  type: z.enum(['info', 'warning', 'error']).nullish(),
  show: z.unknown().optional().meta({ description: 'everything except false means shown' }),
  startsAt: Time.nullish().meta({
    description: 'ISO 8601, UTC without a zone: nobody is shown the banner before; null clears it',
  }),
  endsAt: Time.nullish().meta({
    description: 'the same, after `startsAt`: nobody is shown the banner from then on',
  }),
  state: z
    .enum(BANNER_STATES)
    .nullish()
    .meta({ description: 'as administrators read it; of no effect' }),
})
export type BannerInput = z.infer<typeof BannerInput>

/** The same for the description of the API, with what has to be there. */
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
  .meta({ id: 'BannerInput', description: 'A banner: it has a text, and a page at least.' })

/** The name of a technology list, and its items. */
export const CategoryInput = text(200).min(1)
export const ItemsInput = z.array(text(500)).max(20_000)
