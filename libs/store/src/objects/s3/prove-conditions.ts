import { PreconditionFailed, StoreUnavailable, type PutCondition } from '../port.ts'
import { failureOf } from './failure.ts'

/** Keys in each bucket that are no documents. */
export const OWN_PREFIX = '.landscape/'
/** Written once and left there: the probe needs no right to delete, and later ones write nothing. */
const PROBE_KEY = `${OWN_PREFIX}write-probe.json`
const BODY = Buffer.from('{"purpose":"shows that this bucket honours conditional writes"}')
const NO_SUCH_VERSION = '0'.repeat(32)

/** This store must not be written to; the message says why and what to do. */
export class StoreUnfit extends Error {
  override readonly name = 'StoreUnfit'
}

type Put = (key: string, body: Buffer, condition: PutCondition) => Promise<unknown>

/**
 * Shows that a bucket refuses writes whose condition does not hold. A store that ignores conditions
 * would take every write and lose edits without a word.
 *
 * @param put conditional put into the bucket, with the port's errors
 * @throws StoreUnfit when it ignores conditions, or may not be written to
 * @throws StoreUnavailable when it could not be asked
 */
export async function proveConditions(bucket: string, put: Put): Promise<void> {
  const ask = (condition: PutCondition) => isTaken(bucket, () => put(PROBE_KEY, BODY, condition))
  // There may be a probe already: the first answer proves nothing.
  await ask({ absent: true })
  const ignored = (await ask({ absent: true }))
    ? 'If-None-Match'
    : (await ask({ ifMatch: NO_SUCH_VERSION }))
      ? 'If-Match'
      : undefined
  if (ignored === undefined) return
  throw new StoreUnfit(
    `s3: the store behind the bucket "${bucket}" ignores ${ignored} on writes, so edits made at ` +
      'the same time would be lost: use a store with conditional writes (Amazon S3 has them; ' +
      'update or replace a compatible one), nothing is written to this one',
  )
}

async function isTaken(bucket: string, put: () => Promise<unknown>): Promise<boolean> {
  try {
    await put()
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error instanceof StoreUnavailable ? judged(bucket, error) : error
  }
}

/** Tells "not now" from "never": an answer below 500 does not change by asking again. */
function judged(bucket: string, error: StoreUnavailable): Error {
  const { status } = failureOf(error.cause)
  if (status === 501) {
    const text = `s3: the store behind the bucket "${bucket}" does not support conditional writes (HTTP 501)`
    return new StoreUnfit(text, { cause: error })
  }
  if (status === undefined || status >= 500 || status === 429 || status === 408) return error
  const text = `The bucket "${bucket}" cannot be written to, but this service needs to. ${error.message}`
  return new StoreUnfit(text, { cause: error })
}
