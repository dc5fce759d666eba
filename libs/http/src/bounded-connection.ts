import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Small pieces that a connection may send at once, and how many more it may each millisecond. */
const AT_ONCE = 1_000
const PER_MS = 1
/** Pieces that each request may bring: it costs several times as much itself. */
const PER_REQUEST = 8
/** What one piece has to bring to cost nothing. Chunks of 256 bytes do, though packets split some of them. */
const FREE_BYTES = 200

/** Maximum of requests that a connection may have sent ahead of their answers; browsers and balancers send none. */
const MAX_AHEAD = 16

/** What one connection has sent, and what it may still send. */
export class Connection {
  /** Requests that are not answered yet, in their order. */
  readonly underWay = new Set<ServerResponse>()
  /** The request that came last, for as long as it is not answered or its body still comes. */
  last: ServerResponse | undefined
  /** Whether nothing that still comes is looked at. */
  isRefused = false
  readonly #now: () => number
  #pieces = AT_ONCE
  #refilledAt: number

  constructor(now: () => number) {
    this.#now = now
    this.#refilledAt = now()
  }

  /** A request whose body begins. */
  beginBody(): void {
    this.#add(PER_REQUEST)
  }

  /** Whether a piece of a body may come; its size in bytes. */
  takePiece(bytes: number): boolean {
    this.#add(bytes / FREE_BYTES - 1)
    if (this.#pieces < 0) this.#refill()
    return this.#pieces >= 0
  }

  /** Asks what time it is only of those who have used up what they had. */
  #refill(): void {
    const now = this.#now()
    this.#add((now - this.#refilledAt) * PER_MS)
    this.#refilledAt = now
  }

  #add(pieces: number): void {
    this.#pieces = Math.min(AT_ONCE, this.#pieces + pieces)
  }
}

/** What is known of a connection, for as long as there is one. */
export type ConnectionOf = (socket: Duplex) => Connection

/** @param now milliseconds from any beginning */
export function trackConnections(now: () => number = () => performance.now()): ConnectionOf {
  const connections = new WeakMap<Duplex, Connection>()
  return (socket) => {
    const known = connections.get(socket)
    if (known) return known
    const connection = new Connection(now)
    connections.set(socket, connection)
    return connection
  }
}

/**
 * Requests whose bodies come in pieces of a fair size. A piece costs the same however small it is:
 * six bytes on the line, for a chunk of one, are worth those of a whole packet. So a few connections
 * that send such pieces would keep everybody else waiting, in one body or in one after the other.
 *
 * That holds also for what still comes once a request was answered, which nobody reads.
 *
 * @param refuse told once of a connection that sends more small ones than it may; what comes after that is dropped
 */
export function boundedPieces(
  connectionOf: ConnectionOf,
  refuse: (socket: Duplex) => void,
): typeof IncomingMessage {
  return class extends IncomingMessage {
    #connection: Connection | undefined
    #isAnswered = false

    override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
      if (piece === null) return super.push(piece, encoding)
      this.#connection ??= this.#beginBody()
      if (this.#connection.isRefused) return false
      if (!this.#connection.takePiece(piece.length)) {
        refuse(this.socket)
        return false
      }
      return this.#isAnswered || super.push(piece, encoding)
    }

    #beginBody(): Connection {
      const connection = connectionOf(this.socket)
      connection.beginBody()
      return connection
    }

    /** Node's own way would read on from a connection that is refused. */
    override _read(size: number): void {
      if (!this.#connection?.isRefused) super._read(size)
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

/**
 * Cuts connections off that send requests by the thousand without waiting for answers (RFC 9112 §9.3.2
 * lets them, and lets us close). They all come in one turn, in which nobody else is served: seventy
 * bytes for each `GET /livez` are enough for one stranger to keep everybody waiting.
 *
 * @returns whether a request may be served
 */
export function boundPipelines(
  connectionOf: ConnectionOf,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    const { socket } = req
    const connection = connectionOf(socket)
    if (connection.isRefused || socket.destroyed) return false
    const { underWay } = connection
    if (underWay.size > MAX_AHEAD) {
      socket.destroy()
      return false
    }
    connection.last = res
    underWay.add(res)
    res.on('close', () => {
      underWay.delete(res)
      // An idle connection keeps nothing of the request before.
      if (req.complete && connection.last === res) connection.last = undefined
    })
    return true
  }
}
