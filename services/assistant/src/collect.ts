/**
 * Collects usage: once, for a scheduler or by hand, or with `--every` at the interval of COLLECT_EVERY_MINUTES until it
 * is stopped. `--days` is the number of recent days in which gaps are filled. Exits with 1 when a report failed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigError } from '@landscape/runtime/config/parse-config'
import { runJob, withStore } from '@landscape/runtime/process/run-job'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { openMonths } from '@landscape/store/documents/open-months'
import { repeat, run } from './collector/run.ts'
import { readCollectorConfig } from './config.ts'
import { createHostFetch } from './host/host-fetch.ts'
import { connectHost } from './host/open-host.ts'

const DOCUMENTS = [
  'organisationHistory',
  'teamsHistory',
  'settledDays',
  'lastRun',
  'spend',
] as const

/** The settings, with an interval when the collector repeats. @throws ConfigError with each missing setting */
function settings(isRepeated: boolean) {
  const { app, missing, everyMs, ...config } = readCollectorConfig(process.env)
  const unset = [
    ...missing,
    ...(isRepeated && everyMs === undefined ? ['COLLECT_EVERY_MINUTES'] : []),
  ]
  if (!app || unset.length > 0) {
    throw new ConfigError(unset.map((name) => ({ name, problem: 'is not set' })))
  }
  return { ...config, app, everyMs: isRepeated ? everyMs : undefined }
}

/** @returns whether the last run succeeded, or was stopped */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      every: { type: 'boolean', default: false },
      days: { type: 'string', default: '28' },
    },
  })
  const windowDays = Number(values.days)
  if (!(windowDays >= 4 && windowDays <= 365)) throw new Error('--days must be from 4 to 365')
  const { app, everyMs, ...config } = settings(values.every)
  const options = {
    name: 'collector',
    writes: ['assistant'],
    signals: ['SIGINT', 'SIGTERM'],
  } as const
  return withStore(config, options, async ({ store, logger, now, signal }) => {
    const warn = (text: string) => logger.debug(text)
    const connection = connectHost(app, { fetch: createHostFetch(fetch), warn })
    const documents = {
      ...openDocuments(store, DOCUMENTS, { logger }),
      ...openMonths(store, { logger }),
    }
    const deps = { ...connection, documents, windowDays, now, logger, signal }
    if (everyMs === undefined) return await run(deps)
    const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
    await repeat({ ...deps, everyMs, wait })
    return true
  })
}

await runJob(main)
