import type { InventoriedStore } from '@landscape/store/objects/port'
import { ConfigError } from '../config/parse-config.ts'
import { createLogger, type LoggerOptions } from '../logging/create-logger.ts'
import { openStore } from '../open-store.ts'

type Store = Parameters<typeof openStore>

interface JobConfig {
  store: Store[0]
  development: boolean
  logLevel: string
  logGroup?: LoggerOptions['logGroup']
}

interface JobOptions extends Pick<Store[1], 'writes'> {
  /** Name in the log. */
  name: string
  /** Signals that stop the job in order; the others end the process at once. */
  signals: readonly NodeJS.Signals[]
}

interface JobContext {
  store: InventoriedStore
  logger: ReturnType<typeof createLogger>
  /** Aborted when the job is to stop: by a signal, or with `npm start`. */
  signal: AbortSignal
}

/**
 * Runs the main function of a job, for a scheduler or an operator. The process exits with 1 when it returns false or
 * throws; the message of its error is written to standard error.
 */
export async function runJob(main: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await main()) ? 0 : 1
  } catch (error) {
    if (!(error instanceof ConfigError) && !Error.isError(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Opens the store and the log of a job, and closes both after its work. */
export async function withStore<R>(
  config: JobConfig,
  { name, writes, signals }: JobOptions,
  work: (context: JobContext) => Promise<R>,
): Promise<R> {
  const pretty = process.stdout.isTTY
  const logger = createLogger({ service: name, level: config.logLevel, pretty, ...config })
  const stopped = new AbortController()
  for (const signal of signals) process.once(signal, () => stopped.abort())
  // The end of `npm start`, which has a channel.
  process.once('disconnect', () => stopped.abort())
  // The listener alone would keep the process alive.
  process.channel?.unref()
  const store = await openStore(config.store, { ...config, ...(writes && { writes }) })
  try {
    return await work({ store, logger, signal: stopped.signal })
  } finally {
    store.close()
    await new Promise<void>((done) => logger.flush(() => done()))
  }
}
