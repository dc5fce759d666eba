import { z } from 'zod'

/** The answer to an edit. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })
export type Message = z.output<typeof Message>

/** Error statuses that every edit may have. */
export const EDIT_ERRORS = [400, 401, 403, 412, 413, 415, 503] as const
