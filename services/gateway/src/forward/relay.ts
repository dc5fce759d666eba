import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { sendEmpty, startResponse } from '@landscape/http/responses/response-head'
import { cleanResponseHeaders } from '../request/headers.ts'
import type { UpstreamResponse } from './upstream-response.ts'

/**
 * Relays a response of a service to a client, no faster than the client reads. Resolves when the complete
 * response was received from the service, or the client left. Rejects when the response ends early.
 */
export function relay(response: UpstreamResponse, res: ServerResponse): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const begin = (how: typeof startResponse | typeof sendEmpty): void => {
    try {
      how(res, response.statusCode ?? 0, headOf(response))
    } catch (error) {
      // Node rejects the head; an error in a listener would end the process.
      reject(error)
      response.destroy()
    }
  }
  let left = Number(response.headers['content-length'])
  response.on('data', (chunk: Buffer) => {
    if (res.destroyed) return
    if (!res.headersSent) begin(startResponse)
    if (response.destroyed) return
    left -= chunk.length
    // One write sends the last chunk with the end; a small response is one chunk.
    if (left === 0) res.end(chunk)
    else if (!res.write(chunk)) response.pause()
  })
  res.on('drain', () => response.resume())
  response.once('end', () => {
    if (!res.headersSent) begin(sendEmpty)
    else if (!res.writableEnded) res.end()
    resolve()
  })
  // `close` reports it; an error without a listener would end the process.
  response.on('error', () => {})
  response.once('close', () => {
    if (response.readableEnded) return
    // The client did not read until the time-out, so the service could not send.
    if (response.isPaused()) resolve(void res.destroy())
    else reject(new Error('The response ended early'))
  })
  res.once('close', resolve)
  return promise
}

/** Each connection has its own framing; the reason phrase is dropped. */
function headOf({ headers }: UpstreamResponse): OutgoingHttpHeaders {
  cleanResponseHeaders(headers)
  delete headers['transfer-encoding']
  return headers
}
