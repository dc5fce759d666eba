import { PREVIEW } from '@landscape/http/responses/preview'
import { z } from 'zod'
import { pathSegment } from '@landscape/contracts/url-with'

/** Response to an edit or its dry run. */
export const Message = z.object({ message: z.string(), ...PREVIEW }).meta({ id: 'Message' })
export type Message = z.output<typeof Message>

/** Response to a save that can remove much. */
export const SaveMessage = Message.extend({
  removedItems: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'elements that the save removes, at most 100, including those that others added since the ' +
        'caller read the document; absent when none',
    }),
  removed: z.array(z.string()).optional().meta({
    description:
      'removed elements of a large removal, at most 100; in a dry run, those that it would remove',
  }),
  removedCount: z.int().min(1).optional().meta({
    description:
      'number of removed elements, including those that `removed` and `removedItems` do not name',
  }),
  undo: z
    .object({
      method: z.literal('POST'),
      path: z.string().meta({ examples: ['/admin/api/history/radar-12-1/undo'] }),
    })
    .optional()
    .meta({ description: 'the request that reverts this save; present with `removed`' }),
}).meta({ id: 'SaveMessage' })
export type SaveMessage = z.output<typeof SaveMessage>

/**
 * Adds the undo request to the response of a large removal.
 *
 * @param prefix of the routes that the caller may use
 */
export function withUndo<A extends SaveMessage>(
  prefix: '/admin/api' | '/review/api',
): (body: A, change: string | undefined) => A {
  return (body, change) => {
    if (body.removed === undefined || change === undefined) return body
    const path = `${prefix}/history/${pathSegment(change)}/undo`
    return { ...body, undo: { method: 'POST', path } }
  }
}
