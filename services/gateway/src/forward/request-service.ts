import type { IncomingMessage } from 'node:http'
import { SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import { CLIENT_LEFT, noResponse, type UpstreamRequest } from './send.ts'
import type { Upstream } from './upstream.ts'

/**
 * Sends an idempotent request of the gateway itself to a healthy replica.
 *
 * @param read reads the response; when it rejects, the response broke off
 * @throws DomainError when the service fails or is unavailable
 */
export async function requestService<T>(
  upstream: Upstream,
  request: UpstreamRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const { service } = upstream
  const { signal } = request
  const headers = { ...request.headers, [SERVICE_HEADER]: service }
  const retryable = {
    send: (replica: URL, trace: object) =>
      upstream.send(replica, { ...request, headers: { ...headers, ...trace } }),
    isWanted: () => !signal?.aborted,
    isBuffered: true,
    isRepeatable: true,
  }
  try {
    return await upstream.exchange(retryable, read)
  } catch (error) {
    throw error === CLIENT_LEFT ? noResponse(service, signal?.reason) : error
  }
}

/** The body as a string; undefined when it exceeds a number of bytes. Rejects when it breaks off. */
export async function readText(
  response: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    return undefined
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
