import { RecordedChange } from '@landscape/contracts/history'
import { PREVIEW } from '@landscape/http/responses/preview'
import { z } from 'zod'

/** Response to an undo or its dry run. */
export const Undone = z
  .object({
    message: z.string(),
    dryRun: PREVIEW.dryRun,
    change: RecordedChange.extend({
      id: z.string().nullable().meta({ description: 'null for a dry run' }),
      at: z.string().nullable(),
    }),
  })
  .meta({ id: 'UndoneChange' })

/** Why a change cannot be undone: the members of the error that its undo returns. */
export const UndoConflict = z.object({
  error: z.string(),
  /** The paths whose values differ, and the ids of the later changes of each, newest first. */
  conflicts: z.array(z.object({ path: z.string(), changes: z.array(z.string()) })).default([]),
})
export type UndoConflict = z.output<typeof UndoConflict>
