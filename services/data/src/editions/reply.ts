import { z } from 'zod'
import { Move } from '../timeline/reply.ts'
import { Edition } from '@landscape/contracts/editions'

const EntryOf = z.object({
  id: z.string(),
  title: z.string(),
  link: z.string().meta({ description: 'path of the page of its technology' }),
})
/** An entry that a difference names. */
export type EntryOf = z.output<typeof EntryOf>

const Ring = z.string().nullable().meta({ description: 'id of a ring; null without a position' })
const count = z.int().min(0)

/** The changes from one radar to another one. */
export const RadarDifference = z
  .object({
    from: Edition,
    to: Edition.nullable().meta({ description: 'null for the present radar' }),
    counts: z
      .object({ new: count, moved: count, gone: count, texts: count })
      .meta({ description: 'of all entries; each list has at most 500' }),
    new: z.array(EntryOf.extend({ ring: Ring })),
    moved: z.array(EntryOf.extend({ from: Ring, to: Ring })),
    gone: z.array(EntryOf.extend({ ring: Ring })),
    texts: z.array(
      EntryOf.extend({
        fields: z.array(z.string()).meta({
          description: 'members that differ, at most 20, without the timeline',
        }),
      }),
    ),
    planTotal: count.meta({ description: 'plans of the later radar, which `counts` omits' }),
    plans: z
      .array(Move.extend(EntryOf.pick({ link: true }).shape))
      .meta({ description: 'the first 500 of them, by date' }),
  })
  .meta({ id: 'RadarDifference' })
export type RadarDifference = z.output<typeof RadarDifference>
