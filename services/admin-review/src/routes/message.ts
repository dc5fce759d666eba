import { z } from 'zod'

/** The answer to an edit. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })
export type Message = z.output<typeof Message>
