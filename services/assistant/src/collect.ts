/**
 * Collects usage once, for an external scheduler or by hand. Exits with 1 when a report failed or another
 * process is collecting.
 */
import { randomUUID } from 'node:crypto'
import { ConfigError } from '@landscape/runtime/config/parse-config'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openStore } from '@landscape/runtime/open-store'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { openMonths } from '@landscape/store/documents/open-months'
import { runOnce } from './collector/start-collector.ts'
import { readCollectorConfig } from './config.ts'
import { connectHost } from './host/open-host.ts'

async function main(): Promise<boolean> {
  const config = readCollectorConfig(process.env)
  const logger = createLogger({
    service: 'collector',
    level: config.logLevel,
    pretty: process.stdout.isTTY,
  })
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const store = await openStore(config.store, { ...config, writes: ['assistant'] })
  try {
    const { reports, billing } = connectHost(config.app, {
      fetch,
      warn: (text) => logger.debug(text),
    })
    const names = [
      'organisationHistory',
      'teamsHistory',
      'settledDays',
      'lastRun',
      'spend',
    ] as const
    const documents = {
      ...openDocuments(store, names, { logger }),
      ...openMonths(store, { logger }),
    }
    const { windowDays, userRetentionDays } = config
    const run = { by: randomUUID(), signal: stopped.signal }
    const kept = { documents, windowDays, userRetentionDays }
    return await runOnce({ reports, billing, ...kept, now: Date.now, logger }, run)
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
