import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Pieces that any body may come in, and how large they have to be on average beyond that. */
const FREE = 1_000
const MIN_MEAN_BYTES = 256

/**
 * Requests whose bodies come in pieces of a fair size. A piece costs the same however small it is:
 * six bytes on the line, for a chunk of one, are worth those of a whole packet. So a few such uploads
 * would keep everybody else waiting.
 *
 * @param refuse told once of a connection that sends smaller ones; what comes after that is dropped
 */
export function boundedPieces(refuse: (socket: Socket) => void): typeof IncomingMessage {
  return class extends IncomingMessage {
    #pieces = 0
    #bytes = 0
    #isRefused = false

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
      }
      return super.push(piece, encoding)
    }
  }
}
