import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a refused body is still taken in, so that its sender gets to see the answer. */
const LINGER_MS = 5_000

/**
 * Answers a request whose body has not come in whole, and closes the connection (RFC 9112 §9.6): what
 * is left of the body must not be taken for the next request. Closing at once would reset the
 * connection, and a client that still sends would lose the answer; so the whole answer goes out first,
 * the rest of the body is discarded, and the connection is closed when it has come, or after a while.
 */
export function answerEarly(req: IncomingMessage, res: ServerResponse, text: string): void {
  res.setHeader('connection', 'close')
  res.setHeader('content-length', Buffer.byteLength(text))
  res.write(text)
  // Node holds a write back until the end of the turn; a malformed rest would close the socket first.
  res.socket?.uncork()
  const timer = setTimeout(end, LINGER_MS)
  req.once('end', end)
  res.once('close', end)
  req.resume()

  function end(): void {
    clearTimeout(timer)
    res.end()
  }
}
