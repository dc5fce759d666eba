import { z } from 'zod'
import { LookAlikeRow } from '../names/reply.ts'
import { Planned, UseInstead } from '../timeline/reply.ts'

/** Meaning of the rings that every radar knows, by id. */
export const RING_MEANINGS: Readonly<Record<string, string>> = {
  adopt: 'Recommended: use it where it fits.',
  trial: 'Promising: use it in a project that accepts the risk.',
  assess: 'Under assessment: try it out, but do not depend on it.',
  hold: 'Advised against: do not start to use it.',
  review: 'Under review: the organisation has not decided on its ring.',
  ignore: 'Advised against: the organisation does not consider it.',
}

/** Maximum number of names of one request. */
export const MAX_ADVISED = 50
const MAX_NAME = 200
/** Names of technologies. */
export const AdvisedNames = z
  .array(
    z
      .string('A name is not a string')
      .trim()
      .min(1, 'A name is empty')
      .max(MAX_NAME, `A name is longer than ${MAX_NAME} characters`),
    'names is required',
  )
  .min(1, 'names is required')
  .max(MAX_ADVISED, `More than ${MAX_ADVISED} names`)

/** Maximum number of entries in `adopted`. */
export const MAX_ADOPTED = 5

/** The decision of the organisation on one technology. */
export const Advice = z
  .object({
    name: z.string().meta({ description: 'as requested' }),
    found: z.boolean().meta({ description: 'whether any source of the landscape contains it' }),
    technology: z
      .string()
      .nullable()
      .meta({ description: 'its own name, when the requested one is an alias; null if not found' }),
    ring: z
      .string()
      .nullable()
      .meta({ description: 'id; null while the directorate has not assessed it' }),
    meaning: z.string().meta({
      description: 'meaning of the ring in one sentence: its stored description, if it has one',
    }),
    since: z.iso.date().nullable().meta({ description: 'date on which it came into the ring' }),
    reason: z.string().nullable().meta({ description: 'text of the move into the ring' }),
    planned: Planned.nullable().meta({ description: 'the next announced move; null without one' }),
    useInstead: UseInstead.nullable(),
    lookAlikes: z.array(LookAlikeRow).meta({
      description: 'up to five other technologies whose names look like this one; not the same',
    }),
    adopted: z.array(z.string()).meta({
      description:
        'up to five entries in the best ring of the radar that projects name in the same section as most projects ' +
        'name this one, the most used there first; not necessarily replacements',
    }),
    projects: z.int().nullable().meta({
      description:
        'number of projects that name it, retired ones included; null while no project is stored',
    }),
    link: z.string().nullable().meta({ description: 'path of its page' }),
  })
  .meta({ id: 'Advice' })
export type Advice = z.infer<typeof Advice>

/** Advice on the requested names, in their order. */
export const AdviceReply = z.object({ advice: z.array(Advice) })
export type AdviceReply = z.infer<typeof AdviceReply>
