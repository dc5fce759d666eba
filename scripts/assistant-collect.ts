/**
 * `npm run assistant:collect`: loads recent usage from the source-control host into the stored
 * history, once. Settings come from `.env` and the environment.
 */
import { ConfigError } from '@landscape/config'
import { openDocuments } from '@landscape/documents'
import { createLogger } from '@landscape/logging'
import { openStore } from '@landscape/object-store'
import { collect } from '../services/assistant/src/collector/collect.ts'
import { logFailure } from '../services/assistant/src/collector/start-collector.ts'
import { readCollectorConfig } from '../services/assistant/src/config.ts'
import { connectHost } from '../services/assistant/src/host/open-host.ts'
import { loadLocalSettings } from './start/settings.ts'

async function main(): Promise<boolean> {
  loadLocalSettings('.env', process.env)
  const config = readCollectorConfig({ NODE_ENV: 'development', ...process.env })
  const logger = createLogger({
    service: 'collector',
    level: config.logLevel,
    pretty: process.stdout.isTTY,
  })
  const store = await openStore(config.store, { ...config, writes: ['assistant'] })
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  try {
    const { reports } = connectHost(config.app, { fetch, warn: (text) => logger.debug(text) })
    const names = ['organisationHistory', 'teamsHistory', 'settledDays'] as const
    const done = await collect({
      reports,
      documents: openDocuments(store, names, { logger }),
      windowDays: config.windowDays,
      now: Date.now,
      onFailure: logFailure(logger),
      signal: stopped.signal,
    })
    logger.info(done, 'collected usage')
    return done.complete && done.failures === 0
  } finally {
    store.close()
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigError) && !Error.isError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
