import { randomUUID } from 'node:crypto'
import type { Logger } from '@landscape/logging'
import type { StoredDocument } from '@landscape/object-store'
import { collect, type CollectDeps } from './collect.ts'
import { finishRun, takeRun, type LastRun } from './lease.ts'
import { startSchedule } from './schedule.ts'

export interface CollectorDeps extends Omit<CollectDeps, 'onFailure' | 'signal'> {
  lastRun: StoredDocument<LastRun>
  everyMs: number
  logger: Logger
}

const CHECK_EVERY_MS = 60_000

/**
 * Collects again and again, in one of the replicas at a time.
 * @returns stops it
 */
export function startCollector(deps: CollectorDeps): () => Promise<void> {
  const { lastRun, everyMs, logger, now } = deps
  const by = randomUUID()
  return startSchedule({
    checkEveryMs: CHECK_EVERY_MS,
    takeRun: () => takeRun(lastRun, { by, now: now(), intervalMs: everyMs }),
    async run(signal) {
      let ok = false
      try {
        const done = await collect({ ...deps, signal, onFailure: logFailure(logger) })
        logger.info(done, 'collected usage')
        ok = done.complete && done.failures === 0
      } finally {
        await finishRun(lastRun, { by, now: now(), ok })
      }
    },
    onError: (err) => logger.error({ err }, 'collecting usage failed'),
  })
}

export function logFailure(logger: Logger): CollectDeps['onFailure'] {
  return ({ day, report, error }) =>
    logger.warn({ err: error, day, report }, 'a report could not be had')
}
