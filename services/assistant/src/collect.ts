/**
 * Collects usage: once, for a scheduler or by hand, or with `--every` at the interval of COLLECT_EVERY_MINUTES until it
 * is stopped. `--days` is the number of recent days in which gaps are filled. Exits with 1 when a report failed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigError } from '@landscape/runtime/config/parse-config'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openStore } from '@landscape/runtime/open-store'
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
  const { app, everyMs, userRetentionDays, ...config } = settings(values.every)
  const pretty = process.stdout.isTTY
  const logger = createLogger({ service: 'collector', level: config.logLevel, pretty, ...config })
  const stopped = new AbortController()
  const { signal } = stopped
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
  // The end of `npm start`, which has a channel.
  process.once('disconnect', () => stopped.abort())
  // The listener alone would keep the process alive.
  process.channel?.unref()
  const store = await openStore(config.store, { ...config, writes: ['assistant'] })
  try {
    const warn = (text: string) => logger.debug(text)
    const connection = connectHost(app, { fetch: createHostFetch(fetch), warn })
    const documents = {
      ...openDocuments(store, DOCUMENTS, { logger }),
      ...openMonths(store, { logger }),
    }
    const kept = { documents, windowDays, userRetentionDays }
    const deps = { ...connection, ...kept, now: Date.now, logger, signal }
    if (everyMs === undefined) return await run(deps)
    const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
    await repeat({ ...deps, everyMs, wait })
    return true
  } finally {
    store.close()
    await new Promise<void>((done) => logger.flush(() => done()))
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigError) && !Error.isError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
