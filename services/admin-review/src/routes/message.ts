import { PREVIEW } from '@landscape/service'
import { z } from 'zod'

/** The answer to an edit, or to one that said `dryRun`. */
export const Message = z.object({ message: z.string(), ...PREVIEW }).meta({ id: 'Message' })
export type Message = z.output<typeof Message>
