import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum of requests that a connection may have sent ahead of their answers; browsers and balancers send none. */
const MAX_AHEAD = 16

/**
 * Cuts connections off that send requests by the thousand without waiting for answers (RFC 9112 §9.3.2
 * lets them, and lets us close). They all come in one turn, in which nobody else is served: seventy
 * bytes for each `GET /livez` are enough for one stranger to keep everybody waiting.
 *
 * @returns whether a request may be served
 */
export function boundPipelines(): (req: IncomingMessage, res: ServerResponse) => boolean {
  const ahead = new WeakMap<Socket, number>()
  return ({ socket }, res) => {
    const count = ahead.get(socket) ?? 0
    if (socket.destroyed) return false
    if (count > MAX_AHEAD) {
      socket.destroy()
      return false
    }
    ahead.set(socket, count + 1)
    res.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
    return true
  }
}
