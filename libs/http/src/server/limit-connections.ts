import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { problemCounter } from '../errors/send-problem.ts'
import { networkOf } from '../request/client-network.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** One network may have this share of the connections without a complete request: 256 of 4,096. */
const INCOMPLETE_SHARE = 1 / 16

/** A connection, and the number of its requests whose response has not ended. */
interface Connection {
  network: string
  requests: number
}

/**
 * Drops new connections beyond the maximum, and closes idle ones to make room. Closes the oldest connection of
 * a network that has too many with incomplete headers: they cost a client nothing, and would take all.
 */
export function limitConnections(
  server: Server,
  maximum: number,
  metrics: Metrics | undefined,
): void {
  const count = problemCounter(metrics)
  const connections = new Map<Socket, Connection>()
  const idle = new Set<Socket>()
  const incomplete = createBoundByNetwork(Math.ceil(maximum * INCOMPLETE_SHARE), (socket) => {
    count?.({ kind: 'too-many-connections', route: 'none', reason: 'incomplete headers' })
    socket.destroy()
  })
  server.maxConnections = maximum
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    connections.set(socket, { network, requests: 0 })
    incomplete.add(socket, network)
    socket.once('close', () => {
      connections.delete(socket)
      idle.delete(socket)
      incomplete.delete(socket, network)
    })
    // Headers that arrived with the connection are read in the next iteration of the event loop.
    setImmediate(() => setImmediate(() => incomplete.enforce(network)))
  })
  server.on('request', (req, res) => {
    const { socket } = req
    const connection = connections.get(socket)
    if (!connection) return
    connection.requests++
    idle.delete(socket)
    incomplete.delete(socket, connection.network)
    res.once('close', () => {
      connection.requests--
      if (!connections.has(socket)) return
      // The rest of an incomplete request is discarded, and nothing more is served.
      if (!req.complete) incomplete.add(socket, connection.network)
      else if (connection.requests === 0) idle.add(socket)
    })
  })
  server.on('drop', () => {
    count?.({ kind: 'too-many-connections', route: 'none', reason: 'none' })
    server.closeIdleConnections()
    for (const socket of idle) {
      idle.delete(socket)
      const connection = connections.get(socket)
      if (socket.destroyed || !connection) continue
      // One that stays open has received part of its next request.
      incomplete.add(socket, connection.network)
      incomplete.enforce(connection.network)
    }
  })
}

/** The connections of each network, oldest first; closes the oldest beyond the maximum. */
function createBoundByNetwork(maximum: number, close: (socket: Socket) => void) {
  const networks = new Map<string, Set<Socket>>()
  return {
    add(socket: Socket, network: string): void {
      networks.set(network, (networks.get(network) ?? new Set()).add(socket))
    },
    delete(socket: Socket, network: string): void {
      const sockets = networks.get(network)
      if (sockets?.delete(socket) && sockets.size === 0) networks.delete(network)
    },
    enforce(network: string): void {
      const sockets = networks.get(network) ?? new Set<Socket>()
      for (const socket of sockets) {
        if (sockets.size <= maximum) return
        sockets.delete(socket)
        close(socket)
      }
    },
  }
}
