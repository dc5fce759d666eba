import type { LastRun, Spend } from '@landscape/contracts/assistant'
import type { Logger } from '@landscape/contracts/logger'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Billing } from '../host/port.ts'
import { createRepositoryRun, type RepositoryDeps } from './collect-repositories.ts'
import { collectSpend } from './collect-spend.ts'
import { collect, type CollectDeps } from './collect.ts'
import { nextRunAt, recordRun, type RunResult } from './last-run.ts'

/** Members that a run passes to the collection. */
type OfRun = 'documents' | 'onFailure' | 'onStored' | 'signal' | 'loadMore'

/** Dependencies of a run. */
export interface RunDeps extends Omit<CollectDeps, OfRun> {
  documents: CollectDeps['documents'] &
    RepositoryDeps['documents'] & { spend: StoredDocument<Spend>; lastRun: StoredDocument<LastRun> }
  billing: Pick<Billing, 'itemsOf'>
  logger: Logger
  /** Aborts the run. */
  signal: AbortSignal
}

/** Collects once and stores the result of the run. @returns whether it succeeded */
export async function run(deps: RunDeps): Promise<boolean> {
  const { documents, now } = deps
  const result: RunResult = {
    startedAt: now(),
    finishedAt: 0,
    ok: false,
    spendFault: undefined,
    repositoriesFault: undefined,
  }
  try {
    await collectAll(deps, result)
  } finally {
    await recordRun(documents.lastRun, { ...result, finishedAt: now() })
  }
  return result.ok
}

/** Adds what it found to the result. */
async function collectAll(deps: RunDeps, result: RunResult): Promise<void> {
  const { logger } = deps
  const repositories = createRepositoryRun(deps)
  const done = await collect({
    ...deps,
    onFailure: ({ day, report, error }) =>
      logger.warn({ err: error, day, report }, 'cannot load a report'),
    onStored: (days, of) => logger.info({ days, of }, 'stored days of usage'),
    loadMore: repositories.load,
  })
  const ofRepositories = repositories.finish()
  result.repositoriesFault = ofRepositories.fault
  const ofSpend = await collectSpend(deps)
  result.spendFault = ofSpend.fault
  logger.info(done, 'collected usage')
  const areReportsDone = done.complete && done.failures === 0
  result.ok = areReportsDone && ofRepositories.ok && ofSpend.ok
}

interface RepeatDeps extends RunDeps {
  everyMs: number
  /** Waits, in milliseconds; resolves early when the signal aborts. */
  wait: (ms: number) => Promise<void>
}

/** Collects whenever a run is due, until the signal aborts. A run that throws is logged and counts as failed. */
export async function repeat({ everyMs, wait, ...deps }: RepeatDeps): Promise<void> {
  const { documents, now, logger, signal } = deps
  let last = (await documents.lastRun.read())?.value
  while (!signal.aborted) {
    await wait(Math.max(0, nextRunAt(last, everyMs, now()) - now()))
    if (signal.aborted) return
    const startedAt = now()
    const ok = await run(deps).catch((err: unknown) => {
      logger.error({ err }, 'cannot collect usage')
      return false
    })
    last = { by: 'collector', startedAt, finishedAt: now(), ok }
  }
}
