import { z } from 'zod'

/** An entry that was added to the radar or moved to another ring. */
export const Move = z
  .object({
    id: z.string().meta({ description: 'of the entry' }),
    title: z.string(),
    quadrant: z.string().nullable(),
    from: z.string().nullable().meta({ description: 'ring; null for an entry that is new' }),
    to: z.string().meta({ description: 'ring' }),
    date: z.iso.date(),
    description: z.string(),
    directorate: z
      .object({ id: z.union([z.number(), z.string()]), name: z.string() })
      .meta({ description: 'the directorate that decided it' }),
  })
  .meta({ id: 'Move' })
export type Move = z.infer<typeof Move>

/** A position that confirmed the ring of an entry. */
export const Review = z
  .object({
    ring: z.string().meta({ description: 'id of the ring' }),
    date: z.iso.date(),
    description: z.string(),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

/** The next planned move of an entry. */
export const Planned = z
  .object({
    ring: z.string().meta({ description: 'id of the ring' }),
    from: z.iso.date().meta({ description: 'the day on which it becomes the present ring' }),
    reason: z.string().nullable().meta({ description: 'text of the plan' }),
  })
  .meta({ id: 'Planned' })
export type Planned = z.infer<typeof Planned>

export const Named = z.object({ id: z.string(), name: z.string() })
/** A ring or a quadrant. */
export type Named = Readonly<z.infer<typeof Named>>

/** The entry of the radar that replaces another one. */
export const UseInstead = z
  .object({
    id: z.string(),
    title: z.string(),
    ring: Named.nullable(),
    link: z.string().meta({ description: 'path of its page' }),
  })
  .meta({ id: 'UseInstead' })
export type UseInstead = z.infer<typeof UseInstead>

/** The ring that a directorate decided. */
export const DirectorateRing = z.object({
  directorate: z.object({ id: z.union([z.number(), z.string()]), name: z.string() }),
  ring: Named.nullable(),
  since: z.iso.date().nullable(),
})
