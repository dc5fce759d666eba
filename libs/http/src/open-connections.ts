import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-network.ts'

/** Numbers of open connections; 0 for no limit. */
export interface ConnectionLimits {
  /** Of one peer: an IPv4 address, or the /64 of an IPv6 address. */
  perNetwork: number
  inAll: number
}

/** Why a connection was closed: its network has too many, or all together have. */
export type Crowd = 'of one network' | 'in all'

/** Connections in the order in which they became idle, and how many are open besides. */
interface Group {
  open: number
  idle: Set<Socket>
}

const noGroup = (): Group => ({ open: 0, idle: new Set() })

/**
 * Bounds the open connections of a server. A connection costs its peer nothing and us a file
 * descriptor and memory, also when nothing is ever asked on it. One too many takes the place of the
 * one that has been idle for longest; a connection with a request under way is never closed for
 * another: while all are busy, the new one is.
 */
export function boundConnections(
  server: Server,
  { perNetwork, inAll }: ConnectionLimits,
  closed: (crowd: Crowd) => void,
): void {
  const all = noGroup()
  const networks = new Map<string, Group>()
  /** The network of each open connection, and the requests under way on it. */
  const known = new Map<Socket, { name: string; network: Group; underWay: number }>()

  function forget(socket: Socket): void {
    const one = known.get(socket)
    if (!one || !known.delete(socket)) return
    for (const group of [all, one.network]) {
      group.open--
      group.idle.delete(socket)
    }
    if (one.network.open === 0) networks.delete(one.name)
  }

  /** Whether one more may be open in a group, once the longest idle was closed if need be. */
  function hasRoom(group: Group, maximum: number, crowd: Crowd): boolean {
    if (maximum === 0 || group.open < maximum) return true
    closed(crowd)
    const [longest] = group.idle
    if (!longest) return false
    forget(longest)
    longest.destroy()
    return true
  }

  server.on('connection', (socket: Socket) => {
    const name = networkOf(socket.remoteAddress ?? '')
    const network = networks.get(name) ?? noGroup()
    if (!hasRoom(network, perNetwork, 'of one network') || !hasRoom(all, inAll, 'in all')) {
      socket.destroy()
      return
    }
    networks.set(name, network)
    known.set(socket, { name, network, underWay: 0 })
    for (const group of [all, network]) {
      group.open++
      group.idle.add(socket)
    }
    socket.once('close', () => forget(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const one = known.get(socket)
    if (!one) return
    one.underWay++
    for (const group of [all, one.network]) group.idle.delete(socket)
    res.on('close', () => {
      one.underWay--
      if (one.underWay > 0 || !known.has(socket)) return
      for (const group of [all, one.network]) group.idle.add(socket)
    })
  })
}
