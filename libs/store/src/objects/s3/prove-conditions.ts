import { PreconditionFailed, StoreUnavailable, type GetResult, type PutCondition } from '../port.ts'
import { failureOf } from './failure.ts'

/** Prefix of the keys that are not documents. */
export const OWN_PREFIX = '.landscape/'
/** The object stays in the bucket, so that no delete permission is needed. */
const PROBE_KEY = `${OWN_PREFIX}write-probe.json`
const BODY = Buffer.from('{"purpose":"shows that this bucket honours conditional writes"}')
const NO_SUCH_VERSION = '0'.repeat(32)

/** The store must not be written to; the message advises the operator. */
class StoreUnfit extends Error {
  override readonly name = 'StoreUnfit'
}

/** Calls on objects of the bucket, with the port's errors. */
interface Calls {
  put(key: string, body: Buffer, condition: PutCondition): Promise<{ etag: string }>
  get(key: string): Promise<GetResult>
}

/**
 * Proves that a bucket accepts writes whose condition holds, and rejects the others. A store that ignores
 * conditions would lose edits silently; one that rejects every write would be tried in vain.
 *
 * @throws StoreUnfit when the store does not evaluate conditions or denies writes
 * @throws StoreUnavailable when the store could not be reached
 */
export async function proveConditions(bucket: string, calls: Calls): Promise<void> {
  const accepted = (condition: PutCondition) =>
    ofProbe(bucket, async () => (await calls.put(PROBE_KEY, BODY, condition)).etag)
  const etag = () => ofProbe(bucket, () => currentEtag(calls))
  const created = await accepted({ absent: true })
  const current = created ?? (await etag())
  if (current === undefined) throw unfit(bucket, 'rejects a valid If-None-Match')
  if ((await accepted({ absent: true })) !== undefined) throw unfit(bucket, 'ignores If-None-Match')
  if ((await accepted({ ifMatch: NO_SUCH_VERSION })) !== undefined) {
    throw unfit(bucket, 'ignores If-Match')
  }
  if ((await accepted({ ifMatch: current })) !== undefined) return
  // Another process may have replaced the probe, so that the store accepted its condition.
  if ((await etag()) === current) throw unfit(bucket, 'rejects a valid If-Match')
}

async function currentEtag(calls: Calls): Promise<string | undefined> {
  const got = await calls.get(PROBE_KEY)
  return got.kind === 'found' ? got.etag : undefined
}

function unfit(bucket: string, fault: string): StoreUnfit {
  return new StoreUnfit(
    `s3: the store behind the bucket "${bucket}" ${fault} on writes, so edits would be lost or never stored. ` +
      'Use a store with conditional writes (Amazon S3 has them; update or replace a compatible store). ' +
      'No document is written to this store.',
  )
}

/** The result of a call; undefined when the condition of a put was rejected. */
async function ofProbe<R>(bucket: string, call: () => Promise<R>): Promise<R | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PreconditionFailed) return undefined
    throw error instanceof StoreUnavailable ? finalError(bucket, error) : error
  }
}

/** StoreUnfit for a response that a retry would not change; the error itself for any other. */
function finalError(bucket: string, error: StoreUnavailable): Error {
  const { status } = failureOf(error.cause)
  // 501 is the response to a header that the store does not implement.
  const isFinal = status === 501 || (status !== undefined && status < 500)
  if (!isFinal || status === 429 || status === 408 || status === 409) return error
  return new StoreUnfit(
    `The bucket "${bucket}" cannot be written to, but this service needs write access. ${error.message}`,
    { cause: error },
  )
}
