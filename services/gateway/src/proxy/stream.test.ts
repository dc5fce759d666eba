import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { GatewayRequest } from './gateway-request.ts'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'
import { CLIENT_LEFT } from './send.ts'
import { createStream, type Stream } from './stream.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  ends.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const serving = (listener: RequestListener) => listening(createServer(listener))
const speaking = (listener: (socket: Socket) => void) => listening(createTcpServer(listener))

/** What came of sending one request of a client. */
async function sent(stream: Stream, target: URL, leave?: Promise<unknown>) {
  const { promise, resolve } = Promise.withResolvers<{
    answer?: IncomingMessage
    error?: Error
    res: ServerResponse
  }>()
  const front = await serving((req, res) => {
    const settle = (what: object) => {
      resolve({ res, ...what })
      res.end()
    }
    stream({ req, res } as GatewayRequest, target).then(
      (answer) => settle({ answer }),
      (error: Error) => settle({ error }),
    )
  })
  const call = httpRequest({ port: front }).on('error', () => {})
  call.end()
  void leave?.then(() => call.destroy())
  return promise
}
const at = (port: number, scheme = 'http') => new URL(`${scheme}://127.0.0.1:${port}`)
const plain = (timeoutMs = 60_000) => createStream(createConnectingAgent(false), timeoutMs)

describe('a request that is streamed to a replica', () => {
  it('has its path, the name of its target, and its body as that comes in', async () => {
    const half = Promise.withResolvers<void>()
    const port = await serving((req, res) => {
      req.once('data', () => half.resolve())
      void text(req).then((body) => res.end(`${req.url} ${req.headers.host} ${body}`))
    })
    const { promise, resolve } = Promise.withResolvers<string>()
    const front = await serving((req, res) => {
      const pass = async () => {
        resolve(await text(await plain()({ req, res } as GatewayRequest, at(port))))
        res.end()
      }
      void pass()
    })
    const headers = { host: 'client.example', 'content-length': '4' }
    const call = httpRequest({ port: front, path: '/api/csv?x=1', method: 'POST', headers })
    call.write('{ ')
    await half.promise
    call.end(' }')
    expect(await promise).toBe(`/api/csv?x=1 127.0.0.1:${port} {  }`)
  })

  it('may be sent any number of times', async () => {
    const port = await serving((_req, res) => res.end())
    const { res } = await sent(plain(), at(port))
    expect(res.getMaxListeners()).toBe(0)
  })

  it.each([200, 421, 599])('is answered by status %i', async (status) => {
    const port = await serving((_req, res) => res.writeHead(status).end('text'))
    const { answer } = await sent(plain(), at(port))
    expect(answer?.statusCode).toBe(status)
  })

  it.each([99, 600, 777])('is not answered by status %i', async (status) => {
    const port = await speaking((socket) => {
      socket.write(`HTTP/1.1 ${String(status).padStart(3, '0')} Odd\r\nContent-Length: 0\r\n\r\n`)
    })
    const { error } = await sent(plain(), at(port))
    expect(error?.message).toBe(`Unexpected status ${status}`)
    expect(isNotReached(error)).toBe(false)
  })

  it('does not go on with an odd answer when its client has been answered', async () => {
    const cut = Promise.withResolvers<void>()
    const port = await speaking((socket) => {
      socket.on('error', () => {}).once('close', () => cut.resolve())
      const piece = Buffer.alloc(1_000_000)
      const more = (error?: Error | null) => void (error ?? socket.write(piece, more))
      socket.write('HTTP/1.1 777 Odd\r\n\r\n', more)
    })
    await sent(plain(), at(port))
    await cut.promise
  })

  it('is not answered by another protocol, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await speaking((socket) => {
      socket.resume().once('close', () => closed.resolve())
      socket.write('HTTP/1.1 101 Switched\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    })
    const { error } = await sent(plain(), at(port))
    expect(error?.message).toBe('Unrequested protocol switch')
    await closed.promise
  })

  it('is given up when the service is silent', async () => {
    const port = await serving(() => {})
    const { error } = await sent(plain(50), at(port))
    expect(error?.message).toBe('socket hang up')
    expect(isNotReached(error)).toBe(false)
  })

  it('is given up when the client leaves', async () => {
    const arrived = Promise.withResolvers<void>()
    const port = await serving(() => arrived.resolve())
    const { error } = await sent(plain(), at(port), arrived.promise)
    expect(error).toBe(CLIENT_LEFT)
  })

  it('speaks TLS where the address says so', async () => {
    const first = Promise.withResolvers<number | undefined>()
    const port = await speaking((socket) => {
      socket.once('data', (hello) => {
        first.resolve(hello[0])
        socket.destroy()
      })
    })
    const { error } = await sent(
      createStream(createConnectingAgent(true), 60_000),
      at(port, 'https'),
    )
    expect(await first.promise).toBe(0x16)
    expect(isNotReached(error)).toBe(true)
  })
})
