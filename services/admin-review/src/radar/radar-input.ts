import { z } from 'zod'

const text = (longest: number) => z.string().max(longest)
const id = text(200).min(1)

/** One position of an entry; the last of a timeline is the present one. */
export const TimelineItemInput = z.looseObject({
  moved: z.number(),
  ringId: id,
  date: text(100),
  description: text(10_000),
  author: text(320).nullish(),
  directorate: z.union([z.number(), text(200)]).nullish(),
})
export type TimelineItemInput = z.infer<typeof TimelineItemInput>

/** An entry as clients send it. Pages crash on an empty timeline, so there must be an item. */
export const EntryInput = z.looseObject({
  id,
  title: text(500).min(1),
  quadrant: id,
  timeline: z.array(TimelineItemInput).min(1).max(1_000),
  description: text(10_000).nullish(),
  key: text(500).nullish(),
  url: text(2_048).nullish(),
  links: z.array(z.unknown()).max(100).nullish(),
  tags: z.array(text(200)).max(100).optional(),
})
export type EntryInput = z.infer<typeof EntryInput>

export const TitleInput = text(500).min(1)

const hasUniqueIds = (items: readonly { id: string }[]) =>
  new Set(items.map(({ id }) => id)).size === items.length

/** Entries without two of one id. */
export const EntriesInput = z.array(EntryInput).max(5_000).refine(hasUniqueIds)
export const QuadrantsInput = z
  .array(z.looseObject({ id, name: text(200).min(1) }))
  .min(1)
  .max(100)
  .refine(hasUniqueIds)
export const RingsInput = z
  .array(z.looseObject({ id, name: text(200).min(1), color: text(100).optional() }))
  .min(1)
  .max(100)
  .refine(hasUniqueIds)
