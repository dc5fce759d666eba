import { PREVIEW } from '@landscape/http'
import { z } from 'zod'

/** The answer to an edit, or to one that said `dryRun`. */
export const Message = z.object({ message: z.string(), ...PREVIEW }).meta({ id: 'Message' })
export type Message = z.output<typeof Message>

/** The answer to a save that may remove much. */
export const SaveMessage = Message.extend({
  removed: z.array(z.string()).optional().meta({
    description:
      'what the save removed, when that is much: the first hundred; of a dry run, what it would remove',
  }),
  removedCount: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'how many things were removed, also those that `removed` does not name' }),
  undo: z
    .object({
      method: z.literal('POST'),
      path: z.string().meta({ examples: ['/admin/api/history/radar-12-1/undo'] }),
    })
    .optional()
    .meta({ description: 'the request that takes this save back; present with `removed`' }),
}).meta({ id: 'SaveMessage' })
export type SaveMessage = z.output<typeof SaveMessage>

/**
 * Names in the answer to a save that removed much how to take it back.
 *
 * @param prefix of the routes that the caller may use
 */
export function withUndo<A extends SaveMessage>(
  prefix: '/admin/api' | '/review/api',
): (body: A, change: string | undefined) => A {
  return (body, change) => {
    if (body.removed === undefined || change === undefined) return body
    const path = `${prefix}/history/${encodeURIComponent(change)}/undo`
    return { ...body, undo: { method: 'POST', path } }
  }
}
