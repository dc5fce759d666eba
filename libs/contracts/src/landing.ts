import { z } from 'zod'

const count = z.int().min(0)
const Picture = z.string().meta({ description: 'SVG' })

const Numbers = z.object({
  onHoldInUse: count.meta({
    description: 'technologies in use, in rings that advise against them',
  }),
  against: z.string().meta({ description: 'names of these rings, for a sentence' }),
  earlier: z
    .object({ month: z.string(), onHoldInUse: count })
    .nullable()
    .meta({ description: 'the same of an earlier month that is comparable' }),
  projects: count,
  repositories: count.nullable().meta({ description: 'null while none is stored' }),
  repositoriesAsOf: z.string().nullable(),
  entries: count.meta({ description: 'of the radar' }),
})

const RadarMove = z.object({
  title: z.string(),
  from: z.string().nullable().meta({ description: 'id of the previous ring; null when it is new' }),
  to: z.string(),
  date: z.string(),
  description: z.string(),
})

const Moves = z.object({
  since: z.iso.date().meta({ description: 'first day of the moves' }),
  newest: z.array(RadarMove).meta({ description: 'at most eight' }),
  rings: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .meta({ description: 'from the innermost outwards' }),
  radarTitle: z.string(),
  directorate: z
    .string()
    .nullable()
    .meta({ description: 'whose rings are shown; null when there is only one directorate' }),
})

const Banners = z.object({
  total: count,
  shown: z
    .array(z.object({ title: z.string(), message: z.string(), type: z.string() }))
    .meta({ description: 'at most five' }),
})

/** The content of the landing page; a member is null when a document of it cannot be read. */
export const LandingReply = z.object({
  numbers: Numbers.nullable(),
  radar: Picture.nullable(),
  moves: Moves.nullable(),
  languages: Picture.nullable(),
  banners: Banners.nullable(),
})
export type LandingReply = z.infer<typeof LandingReply>
