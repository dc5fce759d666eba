import { PreconditionFailed, StoreFull, StoreUnavailable } from '../port.ts'

/** What an error of the SDK says: the answer's status and code, when there was an answer. */
interface Failure {
  status: number | undefined
  code: string
  /** Refused for the time of day that it was signed with, which the SDK has corrected since. */
  isSkewed: boolean
}

/** What an error of the SDK says; an error that is none of its own has no status. */
export function failureOf(error: unknown): Failure {
  const { name, code, $metadata } = (error ?? {}) as {
    name?: unknown
    code?: unknown
    $metadata?: { httpStatusCode?: number; clockSkewCorrected?: boolean }
  }
  const text = typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
  const isSkewed = $metadata?.clockSkewCorrected === true
  return { status: $metadata?.httpStatusCode, code: text, isSkewed }
}

/**
 * The port's error for a put that failed: only an answer that says so means that nothing was
 * written. 409 is a concurrent put or delete (S3: try again); `NoSuchKey` a put on a version that
 * is gone, 507 a store without space.
 */
export function putError(what: string, bucket: string, error: unknown): Error {
  const { status, code } = failureOf(error)
  const refused = status === 412 || status === 409 || (status === 404 && code === 'NoSuchKey')
  // S3-compatible servers on a full disk or a used-up quota (RFC 4918 §11.5).
  if (status === 507)
    return new StoreFull(`s3: ${what} failed: ${code} (HTTP 507)`, { cause: error })
  if (!refused) return unavailable(what, bucket, error)
  return new PreconditionFailed(`${what}: ${code} (HTTP ${status})`, { cause: error })
}

/** The port's error for everything else, with what an operator can do about it. */
export function unavailable(what: string, bucket: string, error: unknown): StoreUnavailable {
  const failure = failureOf(error)
  const { status, code } = failure
  const reason = status === undefined ? reasonOf(error) : `${code} (HTTP ${status})`
  const text = `s3: ${what} failed: ${reason}${adviceOn(failure, bucket)}`
  return new StoreUnavailable(text, { cause: error })
}

function adviceOn({ status, code }: Failure, bucket: string): string {
  if (code === 'NoSuchBucket') return `: there is no bucket "${bucket}"`
  if (status === 301) return `: the bucket "${bucket}" is in another region`
  if (code !== 'AccessDenied' && code !== 'Forbidden') return ''
  return (
    `: the credentials need s3:GetObject, s3:PutObject and, on the bucket "${bucket}" itself, ` +
    's3:ListBucket, without which S3 answers 403 for objects that do not exist'
  )
}

function reasonOf(error: unknown): string {
  return Error.isError(error) ? error.message : 'unknown reason'
}
