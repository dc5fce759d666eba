import { FetchError } from 'aws-jwt-verify/error'

const FETCH_TIMEOUT_MS = 3_000
const MAX_BYTES = 1_000_000

/** A key server is unreachable or failed (5xx), which does not make any key invalid. */
export class KeyServerError extends FetchError {
  constructor(address: string, cause: unknown) {
    super(address, reasonOf(cause))
    if (Error.isError(cause)) this.cause = cause
  }
}

/** `fetch` rejects with a `TypeError` whose own cause names the reason. */
function reasonOf(failure: unknown): unknown {
  const cause = Error.isError(failure) ? failure.cause : undefined
  return Error.isError(cause) ? `${String(failure)}: ${cause.message}` : failure
}

/**
 * Follows no redirect. Plain http is for emulators.
 *
 * @param onMissing what a 404 means
 */
export async function download(address: string, onMissing?: Error): Promise<ArrayBuffer> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  let response: Response
  let bytes: ArrayBuffer | undefined
  try {
    response = await fetch(address, { redirect: 'error', signal })
    bytes = await bytesOf(response)
  } catch (cause) {
    throw new KeyServerError(address, cause)
  }
  if (response.status === 404 && onMissing) throw onMissing
  if (response.status >= 500) throw new KeyServerError(address, `status ${response.status}`)
  if (!response.ok) throw new FetchError(address, `status ${response.status}`)
  if (bytes === undefined) throw new FetchError(address, 'too many bytes')
  return bytes
}

/** The body; undefined when it is too large. Reads at most the maximum size and one chunk. */
async function bytesOf({ headers, body }: Response): Promise<ArrayBuffer | undefined> {
  if (Number(headers.get('content-length')) > MAX_BYTES) return body?.cancel().then(() => undefined)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return new Blob(chunks).arrayBuffer()
}
