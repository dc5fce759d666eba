import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { boundConnections, type ConnectionLimits, type Crowd } from './open-connections.ts'

const ASK = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
let server: Server
let sockets: Socket[]
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
})

/** A server that answers `/` when told to. */
async function open(limits: ConnectionLimits) {
  const crowds: Crowd[] = []
  const waiting: ServerResponse[] = []
  const peers = new Map<Socket, Socket>()
  const arrivals = new WeakSet<ServerResponse>()
  sockets = []
  server = createServer((_req, res) => void waiting.push(res))
  boundConnections(server, limits, (crowd) => crowds.push(crowd))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Resolves once the server has taken the connection, or refused it. */
  const dial = async (localAddress = '127.0.0.1') => {
    const taken = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    sockets.push(socket.resume())
    const [there] = (await taken) as [Socket]
    peers.set(socket, there)
    return socket
  }
  /** Resolves once the request is under way; what it resolves with ends it. */
  const ask = async (socket: Socket) => {
    socket.write(ASK)
    await once(server, 'request')
    const res = waiting.findLast((one) => !arrivals.has(one))!
    arrivals.add(res)
    return async () => {
      res.end('done')
      await once(res, 'close')
    }
  }
  /** Leaves; resolves once the server knows. */
  const leave = async (socket: Socket) => {
    const closed = once(peers.get(socket)!, 'close')
    socket.destroy()
    await closed
  }
  /** We give a connection up ourselves. */
  const cut = async (socket: Socket) => {
    const there = peers.get(socket)!
    const closed = once(there, 'close')
    there.destroy()
    await closed
  }
  return { dial, ask, leave, cut, crowds }
}

const gone = (socket: Socket) => (socket.closed ? undefined : once(socket, 'close'))

describe('boundConnections', () => {
  it('closes the connection of a network that was idle for longest, for one more of it', async () => {
    const { dial, ask, crowds } = await open({ perNetwork: 2, inAll: 0 })
    const [first, second] = [await dial(), await dial()]
    // Whoever was asked on has not been idle for long.
    const end = await ask(first)
    await end()
    const third = await dial()
    await gone(second)
    for (const socket of [first, third]) await ask(socket)
    expect(crowds).toEqual(['of one network'])
  })

  it('closes nobody with a request under way, but the new one', async () => {
    const { dial, ask } = await open({ perNetwork: 2, inAll: 0 })
    const busy = [await dial(), await dial()] as const
    const ends = [await ask(busy[0]), await ask(busy[1])]
    await gone(await dial())
    for (const end of ends) await end()
    await ask(await dial())
    await gone(busy[0])
    await ask(busy[1])
  })

  it('counts each network by itself, and all together', async () => {
    const { dial, ask, crowds } = await open({ perNetwork: 2, inAll: 3 })
    const other = await dial('127.0.0.2')
    const many = [await dial(), await dial(), await dial()]
    await gone(many[0]!)
    expect(other.closed).toBe(false)
    const another = await dial('127.0.0.3')
    await gone(other)
    for (const socket of [...many.slice(1), another]) await ask(socket)
    expect(crowds).toEqual(['of one network', 'in all'])
  })

  it('counts no connection that is gone', async () => {
    const { dial, ask, leave, crowds } = await open({ perNetwork: 1, inAll: 1 })
    const first = await dial()
    await leave(first)
    const second = await dial()
    await ask(second)
    await leave(second)
    await ask(await dial())
    expect(crowds).toEqual([])
  })

  it('goes on counting those of a network of which one is gone', async () => {
    const { dial, ask, leave, crowds } = await open({ perNetwork: 2, inAll: 0 })
    const [leaving, idle] = [await dial(), await dial()]
    await leave(leaving)
    const stays = [await dial(), await dial()]
    // Nor does the one that is gone make room: it has none.
    await gone(idle)
    for (const socket of stays) await ask(socket)
    expect(crowds).toEqual(['of one network'])
  })

  it('makes no room of one that was given up in the middle of a request', async () => {
    const { dial, ask, cut } = await open({ perNetwork: 2, inAll: 0 })
    const [givenUp, busy] = [await dial(), await dial()]
    for (const socket of [givenUp, busy]) await ask(socket)
    await cut(givenUp)
    const idle = await dial()
    const next = await dial()
    await gone(idle)
    await ask(next)
  })

  it('closes nobody for another whose second request is still under way', async () => {
    const { dial, ask, crowds } = await open({ perNetwork: 1, inAll: 0 })
    const busy = await dial()
    const [endFirst, endSecond] = [await ask(busy), await ask(busy)]
    await endFirst()
    await gone(await dial())
    await endSecond()
    const next = await dial()
    await gone(busy)
    await ask(next)
    expect(crowds).toEqual(['of one network', 'of one network'])
  })

  it('bounds nothing at 0', async () => {
    const { dial, ask, crowds } = await open({ perNetwork: 0, inAll: 0 })
    const many: Socket[] = []
    for (let n = 0; n < 20; n++) many.push(await dial())
    for (const socket of many) await ask(socket)
    expect(crowds).toEqual([])
  })
})
