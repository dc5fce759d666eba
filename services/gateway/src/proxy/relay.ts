import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { sendEmpty, startResponse } from '@landscape/http/responses/response-head'
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
 * Relays a response of a service to a client. Resolves when the complete response was received from the
 * service, or the client left. Rejects when the response ends early.
 */
type Relay = (
  response: UpstreamResponse,
  res: ServerResponse,
  slot: Pick<Slot, 'stall' | 'resume'>,
) => Promise<void>

/**
 * Bytes that a client has not read are buffered within a bound for each response and for all, so that the
 * service finishes early; beyond the bound the service waits.
 */
export function createRelay(options: RelayOptions = {}): Relay {
  const countUnread = createUnreadCounter(options)
  return (response, res, slot) => {
    const setUnread = countUnread()
    const onUnread = () => {
      if (setUnread(res.writableLength)) return
      response.pause()
      slot.stall(() => res.destroy())
    }
    res.on('drain', () => {
      setUnread(0)
      slot.resume()
      response.resume()
    })
    res.once('close', () => setUnread(0))
    return relay(response, res, onUnread)
  }
}

/** Sets the number of unread bytes of one response; returns whether more may be buffered. */
type SetUnread = (bytes: number) => boolean

function createUnreadCounter({
  maxBytesPerReader = 4 * MB,
  maxBytesTotal = 64 * MB,
}: RelayOptions): () => SetUnread {
  let total = 0
  return () => {
    let unread = 0
    return (bytes) => {
      total += bytes - unread
      unread = bytes
      return unread < maxBytesPerReader && total < maxBytesTotal
    }
  }
}

/** @param onUnread called after each write that waits for the client */
function relay(response: UpstreamResponse, res: ServerResponse, onUnread: () => void) {
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
    else if (!res.write(chunk)) onUnread()
  })
  response.once('end', () => {
    if (!res.headersSent) begin(sendEmpty)
    else if (!res.writableEnded) res.end()
    resolve()
  })
  // `close` reports it; an error without a listener would end the process.
  response.on('error', () => {})
  response.once('close', () => {
    if (!response.readableEnded) reject(new Error('The response ended early'))
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
