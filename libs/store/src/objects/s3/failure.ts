import { PreconditionFailed, StoreFull, StoreUnavailable } from '../port.ts'

/** Status and code of an SDK error. */
interface Failure {
  /** Absent when no response arrived. */
  status: number | undefined
  code: string
  /** The message of the store, if any. */
  said: string
  /** Rejected because of the time it was signed with, which the SDK has corrected. */
  isSkewed: boolean
}

/** Maximum number of characters of the store in a message. */
const MAX_QUOTED = 300

/** Status and code of an SDK error; any other error has no status. */
export function failureOf(error: unknown): Failure {
  const { name, code, message, $metadata } = (error ?? {}) as {
    name?: unknown
    code?: unknown
    message?: unknown
    $metadata?: { httpStatusCode?: number; clockSkewCorrected?: boolean }
  }
  return {
    status: $metadata?.httpStatusCode,
    code: [code, name].find((one) => typeof one === 'string') ?? 'unknown',
    said: typeof message === 'string' ? message.replaceAll(/\s+/g, ' ').trim() : '',
    isSkewed: $metadata?.clockSkewCorrected === true,
  }
}

/**
 * Whether a put collided with a concurrent put or delete: nothing was written, and the condition was not
 * evaluated.
 */
export function isConflicting(error: unknown): boolean {
  return failureOf(error).status === 409
}

/**
 * The port's error for a put that failed. Only these responses mean that nothing was written and that the
 * condition does not hold: 412; `NoSuchKey` for a put on a removed version. 507 means a full store.
 */
export function putError(what: string, bucket: string, error: unknown): Error {
  const { status, code } = failureOf(error)
  const isRejected = status === 412 || (status === 404 && code === 'NoSuchKey')
  // S3-compatible servers with a full disk or an exhausted quota (RFC 4918 §11.5).
  if (status === 507)
    return new StoreFull(`s3: ${what} failed: ${code} (HTTP 507)`, { cause: error })
  if (!isRejected) return unavailable(what, bucket, error)
  return new PreconditionFailed(`${what}: ${code} (HTTP ${status})`, { cause: error })
}

/** The port's error for every other failure, with advice for the operator. */
export function unavailable(what: string, bucket: string, error: unknown): StoreUnavailable {
  const failure = failureOf(error)
  const { status, code } = failure
  const reason =
    status === undefined ? reasonOf(error) : `${code} (HTTP ${status})${quotationOf(failure)}`
  const message = `s3: ${what} failed: ${reason}${adviceOn(failure, bucket)}`
  return new StoreUnavailable(message, { cause: error })
}

/** The store's own words: a status or a code alone can have several causes. */
function quotationOf({ said, code }: Failure): string {
  // The SDK's substitutes for a missing message.
  if (said === '' || said === code || said === 'UnknownError') return ''
  const isLong = said.length > MAX_QUOTED
  return `: "${isLong ? `${said.slice(0, MAX_QUOTED).toWellFormed()}…` : said}"`
}

function adviceOn({ status, code }: Failure, bucket: string): string {
  if (code === 'NoSuchBucket') return `: there is no bucket "${bucket}"`
  if (status === 301) return `: the bucket "${bucket}" is in another region`
  if (code !== 'AccessDenied' && code !== 'Forbidden') return ''
  return (
    `: the credentials need s3:GetObject, s3:PutObject and, on the bucket "${bucket}", ` +
    's3:ListBucket, without which S3 returns 403 for objects that do not exist'
  )
}

function reasonOf(error: unknown): string {
  return Error.isError(error) ? error.message : 'unknown reason'
}
