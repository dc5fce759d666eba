import type { LastRun } from '@landscape/contracts/assistant'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { HostFault } from '../host/failure.ts'
import { omitUndefined } from '../usage/report-rows.ts'

/** A failed run is repeated after this time. */
const RETRY_MS = 10 * 60_000

/** The result of a run; times in milliseconds since the epoch. */
export interface RunResult {
  startedAt: number
  finishedAt: number
  ok: boolean
  /** Why the newest bills are missing; null when they are stored, undefined when they were not requested. */
  spendFault: HostFault | null | undefined
  /** The same for reports of repositories. */
  repositoriesFault: HostFault | null | undefined
}

/** Stores the result of a run. A reason stays until a run has requested the data again. */
export async function recordRun(
  document: StoredDocument<LastRun>,
  { startedAt, finishedAt, ok, ...faults }: RunResult,
): Promise<void> {
  await document.change(
    (last) => {
      const faultOf = (name: keyof typeof faults) =>
        faults[name] === undefined ? last?.[name] : (faults[name] ?? undefined)
      const next = {
        startedAt,
        finishedAt,
        by: 'collector',
        ok,
        ...omitUndefined({
          succeededAt: ok ? finishedAt : last?.succeededAt,
          spendFault: faultOf('spendFault'),
          repositoriesFault: faultOf('repositoriesFault'),
        }),
      }
      return { next, result: undefined }
    },
    { by: { actor: 'collector', action: 'record a run' } },
  )
}

/** Time of the last successful run in seconds since the epoch: 0 when none, `undefined` when unreadable. */
export async function lastSuccess(document: StoredDocument<LastRun>): Promise<number | undefined> {
  try {
    return ((await document.read())?.value.succeededAt ?? 0) / 1_000
  } catch {
    return undefined
  }
}

/**
 * When the next run is due: an interval after the start of a successful run, ten minutes after the end of a failed
 * one. All times in milliseconds.
 *
 * @param now a last run that starts later has a wrong clock, and does not count
 */
export function nextRunAt(last: LastRun | undefined, everyMs: number, now: number): number {
  if (!last || last.startedAt > now) return now
  const { startedAt, finishedAt, ok } = last
  return ok ? startedAt + everyMs : finishedAt + Math.min(everyMs, RETRY_MS)
}
