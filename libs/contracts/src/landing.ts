import { z } from 'zod'

const count = z.int().min(0)
const Numbers = z.object({
  onHoldInUse: count.meta({
    description: 'technologies in use, in rings that advise against them',
  }),
  against: z.string().meta({ description: 'names of these rings, for a sentence' }),
  notOnRadar: count.meta({
    description: 'technologies of at least two projects that are not on the radar',
  }),
  projects: count,
  months: z
    .array(
      z.object({
        month: z.string(),
        onHoldInUse: count.nullable(),
        notOnRadar: count.nullable(),
        projects: count.nullable(),
      }),
    )
    .meta({ description: 'the same of twelve months; null where a number is not comparable' }),
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
  directorate: z
    .string()
    .nullable()
    .meta({ description: 'whose rings are shown; null when there is only one directorate' }),
})

const Radar = z.object({
  title: z.string(),
  firstQuadrant: z.string().nullable().meta({ description: 'its id, for a small picture' }),
})

/** The content of the landing page; a member is null when a document of it cannot be read. */
export const LandingReply = z.object({
  numbers: Numbers.nullable(),
  radar: Radar.nullable(),
  moves: Moves.nullable(),
})
export type LandingReply = z.infer<typeof LandingReply>
