/**
 * Keeps the counts of this month: once, for a scheduler or by hand, or with `--every` now and each evening until it is
 * stopped. `--from` also counts the months since then that the history contains. Exits with 1 when it failed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Month } from '@landscape/contracts/landscape-months'
import { runJob, withStore } from '@landscape/runtime/process/run-job'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { readKeeperConfig } from './config.ts'
import { msUntilEvening } from './trends/evening.ts'
import { keepMonths } from './trends/keep-months.ts'

const DOCUMENTS = [
  'arrayData',
  'directorates',
  'landscapeMonths',
  'projects',
  'radar',
  'repositories',
  'technologyNames',
] as const

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: { every: { type: 'boolean', default: false }, from: { type: 'string' } },
  })
  const { every, from } = values
  if (from !== undefined && !Month.safeParse(from).success)
    throw new Error('--from must be a month such as 2026-08')
  const options = {
    name: 'months',
    writes: ['main'],
    // A single run ends at a signal at once: it stores nothing before its end.
    signals: every ? (['SIGINT', 'SIGTERM'] as const) : [],
  } as const
  if (from !== undefined && from > new Date().toISOString().slice(0, 7))
    throw new Error('--from must not be after this month')
  return withStore(
    readKeeperConfig(process.env),
    options,
    async ({ store, logger, now, signal }) => {
      /** Opens the documents again each time: they are large, and most of the day nobody needs them. */
      const keep = async () => {
        const documents = openDocuments(store, DOCUMENTS, { logger })
        const { counted, beforeHistory } = await keepMonths({ documents, now, from })
        logger.info({ months: counted }, 'stored the monthly counts')
        if (beforeHistory.length === 0) return
        logger.warn({ months: beforeHistory }, 'the history does not contain these months')
      }
      if (!every) {
        await keep()
        return true
      }
      while (!signal.aborted) {
        await keep().catch((err: unknown) =>
          logger.error({ err }, 'could not store the monthly counts'),
        )
        await sleep(msUntilEvening(Date.now()), undefined, { signal }).catch(() => undefined)
      }
      return true
    },
  )
}

await runJob(main)
