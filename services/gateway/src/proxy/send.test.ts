import { once } from 'node:events'
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
import { SERVICE_HEADER } from '@landscape/identity'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'
import { askWhetherAlive, createSend, type Send, ClientLeft } from './send.ts'

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
async function sent(send: Send, target: URL, leave?: Promise<unknown>) {
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
    send({ req, res } as GatewayRequest, target).then(
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
const plain = (timeoutMs = 60_000) => createSend(createConnectingAgent(false), timeoutMs)

describe('a request that is sent to a replica', () => {
  it('has its path, the name of its target, and the body that was taken in', async () => {
    const port = await serving((req, res) => {
      void text(req).then((body) => res.end(`${req.url} ${req.headers.host} ${body}`))
    })
    const headers = { host: 'client.example', 'content-length': '2' }
    const send = plain()
    const { promise, resolve } = Promise.withResolvers<string>()
    const front = await serving((req, res) => {
      const pass = async () => {
        const body = Buffer.from(await text(req))
        resolve(await text(await send({ req, res, body } as GatewayRequest, at(port))))
        res.end()
      }
      void pass()
    })
    httpRequest({ port: front, path: '/api/csv?x=1', method: 'POST', headers }).end('{}')
    expect(await promise).toBe(`/api/csv?x=1 127.0.0.1:${port} {}`)
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
    expect(error?.message).toBe(`Answered with status ${status}`)
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
    expect(error?.message).toBe('Switched protocols unasked')
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
    expect(error).toBeInstanceOf(ClientLeft)
  })

  it('speaks TLS where the address says so', async () => {
    const first = Promise.withResolvers<number | undefined>()
    const port = await speaking((socket) => {
      socket.once('data', (hello) => {
        first.resolve(hello[0])
        socket.destroy()
      })
    })
    const { error } = await sent(createSend(createConnectingAgent(true), 60_000), at(port, 'https'))
    expect(await first.promise).toBe(0x16)
    expect(isNotReached(error)).toBe(true)
  })
})

describe('our own question', () => {
  it('is asked under the name of the service, and answered by 200', async () => {
    const asked: unknown[] = []
    const port = await serving((req, res) => {
      asked.push([req.method, req.url, req.headers[SERVICE_HEADER], req.headers.connection])
      res.end()
    })
    await expect(askWhetherAlive('data', at(port))).resolves.toBeUndefined()
    expect(asked).toEqual([['GET', '/livez', 'data', 'close']])
  })

  it.each([204, 404, 421, 503])('is not answered by %i', async (status) => {
    const port = await serving((_req, res) => res.writeHead(status).end())
    await expect(askWhetherAlive('data', at(port))).rejects.toThrow(
      `Answered with status ${status}`,
    )
  })

  it('leaves no answer half taken', async () => {
    const taken = Promise.withResolvers<void>()
    const port = await serving((_req, res) => {
      res.once('finish', () => taken.resolve())
      res.end(Buffer.alloc(10_000_000))
    })
    await askWhetherAlive('data', at(port))
    await taken.promise
  })

  it('has no answer where nobody listens', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    server.close()
    await once(server, 'close')
    await expect(askWhetherAlive('data', at(port))).rejects.toThrow('ECONNREFUSED')
  })

  it('is over with the head of the answer: a body without end is cut off, and harms nobody', async () => {
    const cut = Promise.withResolvers<void>()
    const port = await speaking((socket) => {
      socket.once('close', () => cut.resolve())
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
    })
    await askWhetherAlive('data', at(port))
    await cut.promise
  })

  it('speaks TLS where the address says so', async () => {
    const first = Promise.withResolvers<number | undefined>()
    const port = await speaking((socket) => {
      socket.once('data', (hello) => {
        first.resolve(hello[0])
        socket.destroy()
      })
    })
    await expect(askWhetherAlive('data', at(port, 'https'))).rejects.toThrow()
    expect(await first.promise).toBe(0x16)
  })
})
