import type { StoredDocument } from '@landscape/store/documents/document'
import type { Logger } from '@landscape/contracts/logger'

const DAY_MS = 24 * 60 * 60 * 1_000

interface ExpiryOptions {
  /** Retention of changes and their authors, in days. */
  days: number
  logger: Logger
  /** Stores what must stay readable, before each run; no history is deleted when it fails. */
  prepare?: (() => Promise<void>) | undefined
  /** Milliseconds since the epoch. */
  clock: () => number
}

/**
 * Deletes expired history of documents, now and once a day. Failures are logged and retried the next day.
 *
 * @returns a function that stops it and resolves when a run in progress has ended
 */
export function startExpiringHistory(
  documents: readonly Pick<StoredDocument<unknown>, 'ref' | 'forget'>[],
  { days, logger, prepare, clock }: ExpiryOptions,
): () => Promise<void> {
  let running = Promise.resolve()
  const expireAll = async () => {
    try {
      await prepare?.()
    } catch (err) {
      return logger.error({ err }, 'cannot prepare the deletion of expired history')
    }
    for (const { ref, forget } of documents) {
      const document = `${ref.bucket}/${ref.key}`
      try {
        const records = await forget(clock() - days * DAY_MS)
        if (records > 0) logger.info({ document, records }, 'deleted expired history')
      } catch (err) {
        logger.error({ err, document }, 'cannot delete expired history')
      }
    }
  }
  const run = () => {
    running = running.then(expireAll)
  }
  run()
  const timer = setInterval(run, DAY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
