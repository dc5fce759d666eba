import type { StoredDocument } from '@landscape/store'
import type { Logger } from '@landscape/contracts'

const DAY_MS = 24 * 60 * 60 * 1_000

interface ForgetOptions {
  /** For so many days a change, and who made it, is kept. */
  days: number
  logger: Logger
  /** Milliseconds since the epoch. */
  clock?: () => number
}

/**
 * Forgets what is older in the history of documents, now and once a day. What fails is logged, and tried
 * again the next day.
 *
 * @returns stops it, once what is under way has ended
 */
export function startForgetting(
  documents: readonly Pick<StoredDocument<unknown>, 'ref' | 'forget'>[],
  { days, logger, clock = () => Date.now() }: ForgetOptions,
): () => Promise<void> {
  let underWay = Promise.resolve()
  const forgetAll = async () => {
    for (const { ref, forget } of documents) {
      const document = `${ref.bucket}/${ref.key}`
      try {
        const records = await forget(clock() - days * DAY_MS)
        if (records > 0) logger.info({ document, records }, 'old history forgotten')
      } catch (err) {
        logger.error({ err, document }, 'old history could not be forgotten')
      }
    }
  }
  const look = () => {
    underWay = underWay.then(forgetAll)
  }
  look()
  const timer = setInterval(look, DAY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return underWay
  }
}
