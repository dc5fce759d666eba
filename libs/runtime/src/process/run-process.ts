import { withinTime } from '@landscape/contracts/async/within-time'
import type { Logger } from '@landscape/contracts/logger'
import type { Running } from '@landscape/http/server/serve'

/** The part of `process` that is used. */
type Host = Pick<NodeJS.Process, 'on' | 'once' | 'exit' | 'stderr'> & {
  /** Whether the channel to the parent is open; undefined without one. */
  connected?: boolean | undefined
}

interface Started {
  running: Running
  logger: Logger
  /** Milliseconds of draining before connections are rejected. */
  shutdownDelayMs?: number
  close?: () => Promise<void> | void
}

/** Maximum time to drain and close; a longer shutdown delay extends it. */
const STOP_WITHIN_MS = 8_000
const CLOSE_WITHIN_MS = 6_000
const FLUSH_WITHIN_MS = 1_500

/**
 * Runs a service until it stops. SIGTERM, SIGINT and the loss of the parent process drain it and exit 0. An
 * uncaught exception or rejection is logged once, drains it and exits 1, so that the supervisor restarts it.
 *
 * @param start starts the service; its error is printed for the operator
 */
export async function runProcess(host: Host, start: () => Promise<Started>): Promise<void> {
  let stop: (() => void) | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    host.on(signal, () => {
      if (stop) stop()
      else host.exit(0)
    })
  }
  let started: Started
  try {
    started = await start()
  } catch (error) {
    const message = Error.isError(error) ? error.message : 'unknown error'
    host.stderr.write(`${message}\n`)
    host.exit(1)
    return
  }
  const { logger } = started
  let exitCode = 0
  let stopping: Promise<void> | undefined
  stop = () => {
    if (stopping) return
    logger.info('stopping')
    stopping = end(started).then(
      () => host.exit(exitCode),
      () => host.exit(1),
    )
  }
  host.once('disconnect', stop)
  // The parent may have exited during the start, before the listener was added.
  if (host.connected === false) stop()
  const crash = (error: unknown) => {
    // Repeated failures during the shutdown must not fill the log.
    if (exitCode === 0) logger.fatal({ err: error }, 'uncaught error, stopping to be restarted')
    exitCode = 1
    stop()
  }
  host.on('uncaughtException', crash)
  host.on('unhandledRejection', crash)
}

async function end({ running, logger, shutdownDelayMs = 0, close }: Started): Promise<void> {
  try {
    const within = Math.max(STOP_WITHIN_MS, shutdownDelayMs + CLOSE_WITHIN_MS)
    await withinTime(running.drain().then(close), within, () => {
      throw new Error('did not stop in time')
    })
  } catch (error) {
    logger.error({ err: error }, 'did not shut down cleanly')
    throw error
  } finally {
    // A stalled reader of the log must not delay the exit.
    const flushed = new Promise<void>((resolve) => logger.flush(() => resolve()))
    await withinTime(flushed, FLUSH_WITHIN_MS, () => undefined)
  }
}
