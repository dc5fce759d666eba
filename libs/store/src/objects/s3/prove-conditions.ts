import { PreconditionFailed, StoreUnavailable, type PutCondition } from '../port.ts'
import { failureOf } from './failure.ts'

/** Prefix of the keys that are not documents. */
export const OWN_PREFIX = '.landscape/'
/** The object stays in the bucket: no delete permission is needed, and later probes write nothing. */
const PROBE_KEY = `${OWN_PREFIX}write-probe.json`
const BODY = Buffer.from('{"purpose":"shows that this bucket honours conditional writes"}')
const NO_SUCH_VERSION = '0'.repeat(32)

/** The store must not be written to; the message advises the operator. */
class StoreUnfit extends Error {
  override readonly name = 'StoreUnfit'
}

type Put = (key: string, body: Buffer, condition: PutCondition) => Promise<unknown>

/**
 * Proves that a bucket rejects writes whose condition does not hold. A store that ignores conditions would
 * lose edits silently.
 *
 * @param put conditional put into the bucket, with the port's errors
 * @throws StoreUnfit when the store ignores conditions or denies writes
 * @throws StoreUnavailable when the store could not be reached
 */
export async function proveConditions(bucket: string, put: Put): Promise<void> {
  const accepts = (condition: PutCondition) =>
    isAccepted(bucket, () => put(PROBE_KEY, BODY, condition))
  // The probe may exist already, so the first result proves nothing.
  await accepts({ absent: true })
  const ignored = (await accepts({ absent: true }))
    ? 'If-None-Match'
    : (await accepts({ ifMatch: NO_SUCH_VERSION }))
      ? 'If-Match'
      : undefined
  if (ignored === undefined) return
  throw new StoreUnfit(
    `s3: the store behind the bucket "${bucket}" ignores ${ignored} on writes, so edits made at ` +
      'the same time would be lost. Use a store with conditional writes (Amazon S3 has them; ' +
      'update or replace a compatible store). Nothing is written to this store.',
  )
}

async function isAccepted(bucket: string, put: () => Promise<unknown>): Promise<boolean> {
  try {
    await put()
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error instanceof StoreUnavailable ? finalError(bucket, error) : error
  }
}

/** StoreUnfit for a response that a retry would not change; the error itself for any other. */
function finalError(bucket: string, error: StoreUnavailable): Error {
  const { status } = failureOf(error.cause)
  // 501 is the response to a header that the store does not implement.
  const isFinal = status === 501 || (status !== undefined && status < 500)
  if (!isFinal || status === 429 || status === 408) return error
  return new StoreUnfit(
    `The bucket "${bucket}" cannot be written to, but this service needs write access. ${error.message}`,
    { cause: error },
  )
}
