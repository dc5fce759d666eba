import type { Logger } from '@landscape/logging'
import type { Running } from './serve.ts'

/** The part of `process` that a service's life needs. */
type Host = Pick<NodeJS.Process, 'on' | 'once' | 'exit' | 'stderr'> & {
  /** Undefined without a channel to a parent. */
  connected?: boolean | undefined
}

/**
 * Runs a service until it is told to stop: SIGTERM, SIGINT or the loss of the parent that started
 * it drain and exit 0. An uncaught exception or rejection is logged once, drained and exits 1, so
 * that whoever supervises starts afresh instead of going on in an unknown state.
 *
 * @param start builds and starts everything; its error is printed for the operator
 */
export async function runProcess(
  host: Host,
  start: () => Promise<{ running: Running; logger: Logger; close?: () => Promise<void> | void }>,
): Promise<void> {
  let started
  try {
    started = await start()
  } catch (error) {
    const message = Error.isError(error) ? error.message : 'unknown error'
    host.stderr.write(`${message}\n`)
    host.exit(1)
    return
  }
  const { running, logger, close } = started
  let stopping = false
  const stop = async (exitCode: number) => {
    if (stopping) return
    stopping = true
    await running.drain()
    await close?.()
    host.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    host.on(signal, () => {
      logger.info({ signal }, 'stopping')
      void stop(0)
    })
  }
  host.once('disconnect', () => void stop(0))
  // The parent may have gone while we were starting: that event is past.
  if (host.connected === false) void stop(0)
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'uncaught, restarting')
    void stop(1)
  }
  host.on('uncaughtException', crash)
  host.on('unhandledRejection', crash)
}
