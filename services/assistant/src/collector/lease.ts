import type { StoredDocument } from '@landscape/object-store'
import { z } from 'zod'

/** When a scheduled run began last, and by which process. */
export const LastRun = z.looseObject({ startedAt: z.number(), by: z.string() })
export type LastRun = z.infer<typeof LastRun>

export const LAST_RUN_REF = { bucket: 'assistant', key: 'collector_last_run.json' } as const

/**
 * Takes the next run for this process when it is due; of several replicas one gets it.
 *
 * @param by unlike that of any other process
 * @param now milliseconds since the epoch
 */
export async function takeRun(
  document: StoredDocument<LastRun>,
  { by, now, intervalMs }: { by: string; now: number; intervalMs: number },
): Promise<boolean> {
  const { value } = await document.change(
    (last) => (last && now - last.startedAt < intervalMs ? last : { startedAt: now, by }),
    { actor: 'collector', action: 'take the next run' },
  )
  return value.by === by && value.startedAt === now
}
