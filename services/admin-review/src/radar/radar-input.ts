import { z } from 'zod'
import { TechnologyName } from '../names/technology-name.ts'

/** Schemas of new values; stored values may violate them. */
const text = (maxLength: number) => z.string().max(maxLength)
const id = text(200).min(1)

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
  title: TechnologyName.refine((title) => title !== '', {
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
