import type { Spend } from '@landscape/contracts/assistant'
import { withinTime } from '@landscape/contracts/async/within-time'
import type { Logger } from '@landscape/contracts/logger'
import { randomUUID } from 'node:crypto'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Billing } from '../host/port.ts'
import { createRepositoryRun, type RepositoryDeps } from './collect-repositories.ts'
import { collectSpend } from './collect-spend.ts'
import { collect, type CollectDeps } from './collect.ts'
import { createStorePeople, removeOldPeople, type PeopleDeps } from './keep-people.ts'
import { runWithLease, takeRun } from './lease.ts'

/** Members that a run passes to the collection. */
type OfRun =
  'documents' | 'onFailure' | 'onStored' | 'signal' | 'mayStore' | 'storePeople' | 'loadMore'

/** Dependencies of one run. */
interface RunDeps extends Omit<CollectDeps, OfRun>, Omit<PeopleDeps, 'documents'> {
  documents: CollectDeps['documents'] &
    RepositoryDeps['documents'] &
    PeopleDeps['documents'] & { spend: StoredDocument<Spend> }
  billing: Pick<Billing, 'itemsOf'>
  logger: Logger
  /** Milliseconds between two renewals of the lease. */
  renewEveryMs?: number
}

interface CollectorDeps extends RunDeps {
  everyMs: number
}

/** The process of a run, and the signal that aborts it. */
interface RunOf {
  by: string
  signal: AbortSignal
}

const CHECK_EVERY_MS = 60_000
/** Far below the ten minutes after which a run without renewal is taken over. */
const RENEW_EVERY_MS = 60_000
const STOP_WITHIN_MS = 3_000

/**
 * Collects periodically, in one replica at a time.
 * @returns a function that stops it
 */
export function startCollector(deps: CollectorDeps): () => Promise<void> {
  const { everyMs, logger, now } = deps
  const by = randomUUID()
  return startSchedule({
    checkEveryMs: CHECK_EVERY_MS,
    takeRun: () => takeRun(deps.documents.lastRun, { by, now: now(), intervalMs: everyMs }),
    run: (signal) => run(deps, { by, signal }),
    onError: (err) => logger.error({ err }, 'cannot collect usage'),
  })
}

/** Runs now, unless a run is in progress. @returns whether it succeeded */
export async function runOnce(deps: RunDeps, { by, signal }: RunOf): Promise<boolean> {
  if (await takeRun(deps.documents.lastRun, { by, now: deps.now() }))
    return run(deps, { by, signal })
  deps.logger.warn('another process is collecting usage')
  return false
}

async function run(deps: RunDeps, { by, signal: stopped }: RunOf): Promise<boolean> {
  const { logger, now, renewEveryMs = RENEW_EVERY_MS } = deps
  const lease = { by, now, renewEveryMs, logger }
  return runWithLease(deps.documents.lastRun, lease, async ({ lost, renew }) => {
    const signal = AbortSignal.any([stopped, lost])
    const onFailure = logFailure(logger)
    const of = { ...deps, signal, mayStore: renew }
    const isOldRemoved = await removeOldPeople(of)
    const repositories = createRepositoryRun(of)
    const storePeople = createStorePeople(of)
    const onStored = (days: number, all: number) => logger.info({ days, of: all }, 'stored usage')
    const done = await collect({
      ...of,
      onFailure,
      onStored,
      storePeople,
      loadMore: repositories.load,
    })
    const areRepositoriesLoaded = await repositories.finish()
    const isSpendLoaded = await collectSpend(of)
    logger.info(done, 'collected usage')
    const areOthersDone = isOldRemoved && areRepositoriesLoaded && isSpendLoaded
    return done.complete && done.failures === 0 && areOthersDone
  })
}

/** Logs each report that could not be loaded. */
function logFailure(logger: Logger): CollectDeps['onFailure'] {
  return ({ day, report, error }) =>
    logger.warn({ err: error, day, report }, 'cannot load a report')
}

interface ScheduleDeps {
  /** Acquires the next run; false when none is due. */
  takeRun: () => Promise<boolean>
  run: (signal: AbortSignal) => Promise<unknown>
  onError: (error: unknown) => void
  /** Milliseconds between two checks. */
  checkEveryMs: number
}

/** Runs whenever a run is due, one at a time. @returns a function that stops it */
export function startSchedule({
  takeRun,
  run,
  onError,
  checkEveryMs,
}: ScheduleDeps): () => Promise<void> {
  const stopped = new AbortController()
  let current: Promise<void> | undefined

  async function runIfDue(): Promise<void> {
    try {
      if (await takeRun()) await run(stopped.signal)
    } catch (error) {
      onError(error)
    }
  }

  function check(): void {
    current ??= runIfDue().finally(() => {
      current = undefined
    })
  }

  const timer = setInterval(check, checkEveryMs)
  timer.unref()
  check()
  return async function stop(): Promise<void> {
    clearInterval(timer)
    stopped.abort()
    await withinTime(current ?? Promise.resolve(), STOP_WITHIN_MS, () => undefined)
  }
}
