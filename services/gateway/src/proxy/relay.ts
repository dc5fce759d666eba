import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { sendEmpty, startResponse } from '@landscape/http'
import { cleanResponseHeaders } from './headers.ts'
import type { Slot } from './slots.ts'
import type { UpstreamResponse } from './upstream-response.ts'

const MB = 1024 * 1024

interface RelayOptions {
  /** Maximum number of unread bytes of one response. */
  maxBytesPerReader?: number
  /** Maximum number of unread bytes of all responses. */
  maxBytesTotal?: number
}

/**
 * Relays responses of services to clients. Bytes that a client has not read are buffered within a bound
 * for each and for all, so that the service finishes early; beyond the bound the service waits.
 */
export function createRelay({
  maxBytesPerReader = 4 * MB,
  maxBytesTotal = 64 * MB,
}: RelayOptions = {}) {
  let unreadTotal = 0

  /**
   * Resolves when the complete response was received from the service, or the client left.
   * Rejects when the response breaks off.
   */
  return function relay(
    response: UpstreamResponse,
    res: ServerResponse,
    slot: Pick<Slot, 'stall' | 'resume'>,
  ): Promise<void> {
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
    let unread = 0
    const count = (bytes: number) => {
      unreadTotal += bytes - unread
      unread = bytes
    }
    let left = Number(response.headers['content-length'])
    response.on('data', (chunk: Buffer) => {
      if (res.destroyed) return
      if (!res.headersSent) begin(startResponse)
      if (response.destroyed) return
      left -= chunk.length
      // One write sends the last chunk with the end; a small response is one chunk.
      if (left === 0) return void res.end(chunk)
      if (res.write(chunk)) return
      count(res.writableLength)
      if (unread < maxBytesPerReader && unreadTotal < maxBytesTotal) return
      response.pause()
      slot.stall(() => res.destroy())
    })
    res.on('drain', () => {
      count(0)
      slot.resume()
      response.resume()
    })
    response.once('end', () => {
      if (!res.headersSent) begin(sendEmpty)
      else if (!res.writableEnded) res.end()
      resolve()
    })
    // `close` reports it; an error without a listener would end the process.
    response.on('error', () => {})
    response.once('close', () => {
      if (!response.readableEnded) reject(new Error('The answer broke off'))
    })
    res.once('close', () => {
      count(0)
      resolve()
    })
    return promise
  }
}

/** Each connection has its own framing; the reason phrase is dropped. */
function headOf({ headers }: UpstreamResponse): OutgoingHttpHeaders {
  cleanResponseHeaders(headers)
  delete headers['transfer-encoding']
  return headers
}
