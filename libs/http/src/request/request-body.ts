import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'

/** Whether the request has a body, by its framing headers (RFC 9112 §6). */
export function hasBody(req: IncomingMessage): boolean {
  const length = req.headers['content-length']
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Whether the media type of the body is `application/json` or `application/…+json`. */
export function isJson(req: IncomingMessage): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(typeOf(req))
}

/** The media type of a body, in lower case and without parameters. */
export function typeOf(req: IncomingMessage): string {
  const [type = ''] = (req.headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase()
}

/**
 * Rejects a compressed body: 10 KB can expand to 100 MB. The response names the accepted encoding
 * (RFC 9110 §12.5.3).
 *
 * @throws DomainError `unsupported-media-type`
 */
export function assertUncompressed(req: IncomingMessage, res: ServerResponse): void {
  const coding = req.headers['content-encoding']
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return
  res.setHeader('accept-encoding', 'identity')
  throw new DomainError('unsupported-media-type', 'Compressed request bodies are not accepted')
}

/**
 * Rejects a charset other than UTF-8 (RFC 8259 §8.1).
 * @throws DomainError `unsupported-media-type`
 */
export function assertUtf8(req: IncomingMessage): void {
  const type = req.headers['content-type'] ?? ''
  for (const [, charset] of type.matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi)) {
    if (!/^utf-?8$/i.test(charset ?? '')) {
      throw new DomainError('unsupported-media-type', 'Charset must be UTF-8')
    }
  }
}

/** Body bytes received so far. */
interface Received {
  bytes: Buffer
  /** Whether the body is complete; otherwise it exceeds the maximum, and the request is paused. */
  isComplete: boolean
}

/** Number of chunks after which they are joined: a chunk of one byte occupies a hundred times its size. */
const MAX_CHUNKS = 1_000

/**
 * Reads a body until its end, or until it exceeds `maximum` bytes: then it can be rejected at once, or put
 * back (`unshift`) and streamed.
 *
 * @param take called with the size of each chunk; an error that it throws ends the reading
 * @throws DomainError `invalid-input` when the client leaves before the end
 */
export function readUpTo(
  req: IncomingMessage,
  maximum: number,
  take: (bytes: number) => void = () => {},
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const joined: Buffer[] = []
  let chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (chunks.length === MAX_CHUNKS) join()
    try {
      take(chunk.length)
      if (length > maximum) settle(false)
    } catch (error) {
      stop()
      reject(error)
    }
  }
  const onEnd = () => settle(true)
  const onClose = () =>
    reject(new DomainError('invalid-input', 'Request aborted', { reason: 'client left' }))
  req.on('data', onData).once('end', onEnd).once('close', onClose)
  if (req.destroyed) onClose()
  return promise

  function join(): void {
    joined.push(Buffer.concat(chunks))
    chunks = []
  }
  function settle(isComplete: boolean): void {
    stop()
    join()
    resolve({ bytes: Buffer.concat(joined, length), isComplete })
  }
  function stop(): void {
    req.off('data', onData).off('end', onEnd).off('close', onClose)
    req.pause()
  }
}

/** Creates a request's counter of body bytes, which throws DomainError `unavailable` beyond the budget. */
export type ByteBudget = (res: ServerResponse) => (bytes: number) => void

/**
 * Creates a byte budget for all request bodies. Received bytes count until the response is closed.
 *
 * @param maximum bytes
 */
export function createByteBudget(maximum: number): ByteBudget {
  let held = 0
  return (res) => {
    let mine = 0
    res.on('close', () => (held -= mine))
    return (bytes) => {
      if (held + bytes > maximum) throw noRoom()
      held += bytes
      mine += bytes
    }
  }
}

function noRoom(): DomainError {
  return new DomainError('unavailable', 'Too many uploads at the moment', {
    reason: 'no room for uploads',
    retryAfter: 5,
  })
}

/**
 * Reads a body, or rejects it as soon as it is too large.
 * @param take called with the size of each chunk; an error that it throws ends the reading
 * @throws DomainError `payload-too-large`, or `invalid-input` when the client leaves before the end
 */
export async function readComplete(
  req: IncomingMessage,
  limit: number,
  take?: (bytes: number) => void,
): Promise<Buffer> {
  assertContentLength(req, limit)
  const { bytes, isComplete } = await readUpTo(req, limit, take)
  if (!isComplete) throw payloadTooLarge(limit)
  return bytes
}

/** @throws DomainError `payload-too-large` when `Content-Length` exceeds the limit */
export function assertContentLength(req: IncomingMessage, limit: number): void {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit)
}

/** The error of a body that exceeds the limit. */
export function payloadTooLarge(limit: number): DomainError {
  const faults = [{ path: [], detail: `must have at most ${limit} bytes` }]
  return new DomainError('payload-too-large', 'Payload too large', { faults })
}
