import { z } from 'zod'
import { BANNER_STATES } from './banners.ts'
import { InstantText } from './iso-instant.ts'

/** Documents in the API description. Stored values may differ: `landscape.ts` has the schemas of reads. */

const OTHERWISE = 'A malformed one that another program stored is returned unchanged.'

const QuadrantShape = z
  .looseObject({ id: z.string(), name: z.string() })
  .meta({ id: 'Quadrant', description: 'A category of technologies.' })
export type Quadrant = z.infer<typeof QuadrantShape>

const RingShape = z
  .looseObject({
    id: z.string().meta({ description: 'in lower case' }),
    name: z.string(),
    color: z.string().optional().meta({ description: 'CSS colour' }),
    role: z
      .string()
      .optional()
      .meta({
        description:
          'its advice: `adopt`, `trial`, `assess` or `hold`, which advises against its entries; by default ' +
          'known by its name. Another value is ignored',
        examples: ['hold'],
      }),
  })
  .meta({ id: 'Ring', description: 'A level of recommendation.' })
export type Ring = z.infer<typeof RingShape>

const TimelineItemShape = z
  .looseObject({
    moved: z.number().meta({ description: 'number of rings moved; negative when outwards' }),
    ringId: z.string().meta({ description: 'id of a ring, `review` or `ignore`' }),
    date: z
      .string()
      .meta({ description: 'in any format: 2026-03-02, 2024-03, 2025-09-09 16:32:13' }),
    description: z.string(),
    author: z.string().nullish(),
    directorate: z.union([z.number(), z.string()]).nullish().meta({
      description: 'id of a directorate, or its name in older items; absent or 0 means the default',
    }),
  })
  .meta({ id: 'TimelineItem', description: 'A position of a technology on the radar.' })

const RadarEntryShape = z
  .looseObject({
    id: z.string(),
    title: z.string(),
    quadrant: z.string().meta({ description: 'id of a quadrant' }),
    timeline: z
      .array(TimelineItemShape)
      .meta({ description: 'the last item whose day has come is the current position' }),
    description: z.string().nullish().meta({ description: 'category' }),
    key: z.string().nullish(),
    url: z.string().nullish(),
    links: z
      .array(z.unknown())
      .nullish()
      .meta({ description: 'URLs, or objects with `url` and `title`' }),
    tags: z.array(z.string()).optional(),
    useInstead: z.string().nullish().meta({ description: 'id of the entry to use instead' }),
  })
  .meta({ id: 'RadarEntry', description: `A technology on the radar. ${OTHERWISE}` })

export const RadarShape = z
  .looseObject({
    title: z.string(),
    quadrants: z.array(QuadrantShape),
    rings: z.array(RingShape).meta({ description: 'from the innermost outwards' }),
    entries: z.array(RadarEntryShape),
  })
  .meta({ id: 'RadarDocument', description: 'The technology radar.' })

const STORED_BANNER = {
  title: z.string().optional(),
  message: z.string().optional().meta({ description: 'message' }),
  description: z.string().optional().meta({ description: 'equal to `message`' }),
  type: z.enum(['info', 'warning', 'error']).optional(),
  pages: z.array(z.string()).optional().meta({ description: 'pages that display it' }),
  page: z.string().optional().meta({ description: 'replaces `pages` in old banners' }),
  show: z
    .boolean()
    .optional()
    .meta({ description: 'whether it is visible during its display period' }),
  startsAt: InstantText.optional().meta({ description: 'start of the display period, ISO 8601' }),
  endsAt: InstantText.optional().meta({ description: 'end of the display period, ISO 8601' }),
}

export const BannerShape = z
  .looseObject({
    id: z.string().meta({ description: 'constant for the lifetime of the banner' }),
    ...STORED_BANNER,
  })
  .meta({ id: 'Banner', description: `A message displayed on pages. ${OTHERWISE}` })

const BannerToEditShape = BannerShape.extend({
  state: z
    .enum(BANNER_STATES)
    .optional()
    .meta({
      description:
        'current state: hidden when `show` is false, else scheduled, shown or ended by the ' +
        'display period; not stored',
    }),
}).meta({ id: 'BannerToEdit', description: `A message displayed on pages. ${OTHERWISE}` })

export const BannersToEditShape = z
  .looseObject({ messages: z.array(BannerToEditShape) })
  .meta({ id: 'BannersToEdit', description: 'All banners, in stored order.' })

export const BannersShape = z
  .looseObject({ messages: z.array(BannerShape) })
  .meta({ id: 'BannersDocument', description: 'All banners, in stored order.' })

/** The stored document, in which banners may lack an id. */
export const StoredBannersShape = z
  .looseObject({
    messages: z.array(z.looseObject({ id: z.string().nullish(), ...STORED_BANNER })),
  })
  .meta({ id: 'StoredBanners', description: 'All banners, in stored order.' })

export const DirectorateShape = z
  .looseObject({
    id: z.number(),
    name: z.string(),
    colour: z.string(),
    default: z.boolean(),
    enabled: z.boolean().meta({ description: 'whether clients display it' }),
  })
  .meta({ id: 'Directorate', description: `A directorate of the organisation. ${OTHERWISE}` })

export const DirectoratesShape = z.array(DirectorateShape).meta({ id: 'DirectoratesDocument' })

export const ListsShape = z
  .record(z.string(), z.array(z.string()))
  .meta({ id: 'ArrayDataDocument', description: `Names of technologies by category. ${OTHERWISE}` })

export const RepositoryShape = z
  .looseObject({
    name: z.string(),
    url: z.string(),
    visibility: z.enum(['PUBLIC', 'PRIVATE', 'INTERNAL']),
    is_archived: z.boolean(),
    last_commit: z.string().nullish().meta({ description: 'ISO 8601; null when unknown' }),
    technologies: z
      .looseObject({
        languages: z
          .array(
            z.looseObject({
              name: z.string(),
              size: z.number().meta({ description: 'bytes' }),
              percentage: z.number(),
            }),
          )
          .optional(),
      })
      .optional(),
  })
  .meta({ id: 'Repository', description: `A repository at the source-control host. ${OTHERWISE}` })
