import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Pieces that any body may come in, and how large they have to be on average beyond that. */
const FREE = 1_000
const MIN_MEAN_BYTES = 256

/**
 * Requests whose bodies come in pieces of a fair size. A piece costs the same however small it is:
 * six bytes on the line, for a chunk of one, are worth those of a whole packet. So a few such uploads
 * would keep everybody else waiting.
 *
 * That holds also for what still comes once a request was answered, which nobody reads.
 *
 * @param refuse told once of a connection that sends smaller ones; what comes after that is dropped
 */
export function boundedPieces(refuse: (socket: Socket) => void): typeof IncomingMessage {
  return class extends IncomingMessage {
    #pieces = 0
    #bytes = 0
    #isRefused = false
    #isAnswered = false

    override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
      if (this.#isRefused) return false
      if (piece !== null) {
        this.#pieces++
        this.#bytes += piece.length
        if (this.#pieces > FREE + this.#bytes / MIN_MEAN_BYTES) {
          this.#isRefused = true
          refuse(this.socket)
          return false
        }
        if (this.#isAnswered) return true
      }
      return super.push(piece, encoding)
    }

    /** Node calls this once a request is answered; its own way would let what still comes past `push`. */
    _dump(): void {
      if (this.closed) return
      this.#isAnswered = true
      this.removeAllListeners('data')
      this.resume()
    }
  }
}

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
    res.on('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
    return true
  }
}
