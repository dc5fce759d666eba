import { z } from 'zod'
import { BANNER_STATES } from './banner-times.ts'
import { InstantText } from './iso-instant.ts'

/**
 * Documents of the landscape as the programs that write them mean them: the description of the API. Nothing is
 * refused for being otherwise, and what is stored otherwise is answered as it is; `landscape.ts` says what
 * readers rely on.
 */

const OTHERWISE =
  'One that another program has stored otherwise is answered as it is: clients look before they read.'

const QuadrantShape = z
  .looseObject({ id: z.string(), name: z.string() })
  .meta({ id: 'Quadrant', description: 'A kind of technology.' })
export type Quadrant = z.infer<typeof QuadrantShape>

const RingShape = z
  .looseObject({
    id: z.string().meta({ description: 'a word in lower case' }),
    name: z.string(),
    color: z.string().optional().meta({ description: 'as CSS writes it' }),
  })
  .meta({ id: 'Ring', description: 'How far the organisation recommends a technology.' })
export type Ring = z.infer<typeof RingShape>

const TimelineItemShape = z
  .looseObject({
    moved: z.number().meta({ description: 'by how many rings, outwards with a minus' }),
    ringId: z.string().meta({ description: 'id of a ring, or `review`, or `ignore`' }),
    date: z
      .string()
      .meta({ description: 'as its author wrote it: 2026-03-02, 2024-03, 2025-09-09 16:32:13' }),
    description: z.string(),
    author: z.string().nullish(),
    directorate: z
      .union([z.number(), z.string()])
      .nullish()
      .meta({ description: 'id of a directorate; older items name it; absent or 0: the default' }),
  })
  .meta({ id: 'TimelineItem', description: 'A position of a technology on the radar.' })

const RadarEntryShape = z
  .looseObject({
    id: z.string(),
    title: z.string(),
    quadrant: z.string().meta({ description: 'id of a quadrant' }),
    timeline: z.array(TimelineItemShape).meta({ description: 'the last is the present position' }),
    description: z.string().nullish().meta({ description: 'of what kind it is' }),
    key: z.string().nullish(),
    url: z.string().nullish(),
    links: z
      .array(z.unknown())
      .nullish()
      .meta({ description: 'addresses, or objects with `url` and `title`' }),
    tags: z.array(z.string()).optional(),
  })
  .meta({ id: 'RadarEntry', description: `A technology on the radar. ${OTHERWISE}` })

export const RadarShape = z
  .looseObject({
    title: z.string(),
    quadrants: z.array(QuadrantShape),
    rings: z.array(RingShape).meta({ description: 'the innermost first' }),
    entries: z.array(RadarEntryShape),
  })
  .meta({ id: 'RadarDocument', description: 'The technology radar.' })

const STORED_BANNER = {
  title: z.string().optional(),
  message: z.string().optional().meta({ description: 'the text' }),
  description: z.string().optional().meta({ description: 'the text again' }),
  type: z.enum(['info', 'warning', 'error']).optional(),
  pages: z.array(z.string()).optional().meta({ description: 'the pages that show it' }),
  page: z.string().optional().meta({ description: 'instead of `pages` in very old banners' }),
  show: z.boolean().optional().meta({ description: 'whether it is shown, between its times' }),
  startsAt: InstantText.optional().meta({ description: 'nobody is shown it before; ISO 8601' }),
  endsAt: InstantText.optional().meta({ description: 'nobody is shown it from then on; ISO 8601' }),
}

export const BannerShape = z
  .looseObject({
    id: z.string().meta({ description: 'stays while the banner does' }),
    ...STORED_BANNER,
  })
  .meta({ id: 'Banner', description: `A message on pages. ${OTHERWISE}` })

const BannerToEditShape = BannerShape.extend({
  state: z.enum(BANNER_STATES).optional().meta({
    description:
      'what it is now: hidden by `show`, else scheduled, shown or ended by its times. Derived, and not stored.',
  }),
}).meta({ id: 'BannerToEdit', description: `A message on pages. ${OTHERWISE}` })

export const BannersToEditShape = z
  .looseObject({ messages: z.array(BannerToEditShape) })
  .meta({ id: 'BannersToEdit', description: 'All banners, in their order.' })

export const BannersShape = z
  .looseObject({ messages: z.array(BannerShape) })
  .meta({ id: 'BannersDocument', description: 'All banners, in their order.' })

/** As it lies in the store, where not every banner has got an id yet. */
export const StoredBannersShape = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string().nullish(), ...STORED_BANNER })),
})

export const DirectorateShape = z
  .looseObject({
    id: z.number(),
    name: z.string(),
    colour: z.string(),
    default: z.boolean(),
    enabled: z.boolean().meta({ description: 'whether clients show it' }),
  })
  .meta({ id: 'Directorate', description: `A part of the organisation. ${OTHERWISE}` })

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
    last_commit: z.string().nullish().meta({ description: 'ISO 8601; null when nobody knows' }),
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
