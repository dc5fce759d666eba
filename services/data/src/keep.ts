/**
 * Keeps the counts of this month: once, for a scheduler or by hand, or with `--every` now and each evening until it is
 * stopped. `--from` also counts the months since then that the history contains. Exits with 1 when it failed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Month } from '@landscape/contracts/landscape-months'
import { ConfigError } from '@landscape/runtime/config/parse-config'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openStore } from '@landscape/runtime/open-store'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { readKeeperConfig } from './config.ts'
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

const DAY_MS = 24 * 60 * 60_000
/** 23:30 UTC, so that the last day of a month contains its edits. */
const EVENING_MS = 23.5 * 60 * 60_000

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { every: { type: 'boolean', default: false }, from: { type: 'string' } },
  })
  const { every, from } = values
  if (from !== undefined && !Month.safeParse(from).success)
    throw new Error('--from must be a month such as 2026-08')
  const config = readKeeperConfig(process.env)
  const pretty = process.stdout.isTTY
  const logger = createLogger({ service: 'months', level: config.logLevel, pretty, ...config })
  const stopped = new AbortController()
  const { signal } = stopped
  // A single run ends at a signal at once, as a process does by default: it stores nothing before its end.
  for (const name of every ? (['SIGINT', 'SIGTERM'] as const) : [])
    process.once(name, () => stopped.abort())
  // The end of `npm start`, which has a channel.
  process.once('disconnect', () => stopped.abort())
  // The listener alone would keep the process alive.
  process.channel?.unref()
  const store = await openStore(config.store, { ...config, writes: ['main'] })
  /** Opens the documents again each time: they are large, and most of the day nobody needs them. */
  const keep = async () => {
    const documents = openDocuments(store, DOCUMENTS, { logger })
    logger.info({ months: await keepMonths({ documents, now: Date.now, from }) }, 'kept the counts')
  }
  try {
    if (!every) return await keep()
    while (!signal.aborted) {
      await keep().catch((err: unknown) => logger.error({ err }, 'cannot keep the counts'))
      const wait = DAY_MS - ((Date.now() - EVENING_MS) % DAY_MS)
      await sleep(wait, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    store.close()
    await new Promise<void>((done) => logger.flush(() => done()))
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError) && !Error.isError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
