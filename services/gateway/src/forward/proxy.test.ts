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
import type { GatewayRequest } from '../request/gateway-request.ts'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'
import { CLIENT_LEFT } from './send.ts'
import { createProxy, type Proxy } from './proxy.ts'

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
const servingRaw = (listener: (socket: Socket) => void) => listening(createTcpServer(listener))

/** Sends one request of a client; returns the response or the error. */
async function sendOne(proxy: Proxy, target: URL, leave?: Promise<unknown>) {
  const { promise, resolve } = Promise.withResolvers<{
    response?: IncomingMessage
    error?: Error
    res: ServerResponse
  }>()
  const front = await serving((req, res) => {
    const settle = (outcome: object) => {
      resolve({ res, ...outcome })
      res.end()
    }
    proxy
      .send({ req, res } as GatewayRequest, target, () => {})
      .then(
        (response) => settle({ response }),
        (error: Error) => settle({ error }),
      )
  })
  const call = httpRequest({ port: front }).on('error', () => {})
  call.end()
  void leave?.then(() => call.destroy())
  return promise
}
const at = (port: number, scheme = 'http') => new URL(`${scheme}://127.0.0.1:${port}`)
const plain = (timeoutMs = 60_000) => createProxy(createConnectingAgent(false), timeoutMs)

describe('createProxy', () => {
  it('sends path, host and body while the body arrives', async () => {
    const half = Promise.withResolvers<void>()
    const port = await serving((req, res) => {
      req.once('data', () => half.resolve())
      void text(req).then((body) => res.end(`${req.url} ${req.headers.host} ${body}`))
    })
    const front = await serving((req, res) => {
      void plain().send({ req, res } as GatewayRequest, at(port), () => {})
    })
    const headers = { host: 'client.example', 'content-length': '4' }
    const call = httpRequest({ port: front, path: '/api/csv?x=1', method: 'POST', headers })
    call.write('{ ')
    await half.promise
    call.end(' }')
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    expect(await text(response)).toBe(`/api/csv?x=1 127.0.0.1:${port} {  }`)
  })

  it('allows any number of attempts', async () => {
    const port = await serving((_req, res) => res.end())
    const { res } = await sendOne(plain(), at(port))
    expect(res.getMaxListeners()).toBe(0)
  })

  it.each([200, 421, 599])('resolves with status %i', async (status) => {
    const port = await serving((_req, res) => res.writeHead(status).end('text'))
    const { response } = await sendOne(plain(), at(port))
    expect(response?.statusCode).toBe(status)
  })

  it.each([99, 600, 777])('rejects status %i', async (status) => {
    const port = await servingRaw((socket) => {
      socket.write(
        `HTTP/1.1 ${String(status).padStart(3, '0')} Unknown\r\nContent-Length: 0\r\n\r\n`,
      )
    })
    const { error } = await sendOne(plain(), at(port))
    expect(error?.message).toBe(`Unexpected status ${status}`)
    expect(isNotReached(error)).toBe(false)
  })

  it('aborts a response with an unknown status', async () => {
    const cut = Promise.withResolvers<void>()
    const port = await servingRaw((socket) => {
      socket.on('error', () => {}).once('close', () => cut.resolve())
      const chunk = Buffer.alloc(1_000_000)
      const more = (error?: Error | null) => void (error ?? socket.write(chunk, more))
      socket.write('HTTP/1.1 777 Unknown\r\n\r\n', more)
    })
    await sendOne(plain(), at(port))
    await cut.promise
  })

  it('rejects a protocol switch and closes the connection', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await servingRaw((socket) => {
      socket.resume().once('close', () => closed.resolve())
      socket.write('HTTP/1.1 101 Switched\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    })
    const { error } = await sendOne(plain(), at(port))
    expect(error?.message).toBe('Unrequested protocol switch')
    await closed.promise
  })

  it('cancels the request after the time-out', async () => {
    const port = await serving(() => {})
    const { error } = await sendOne(plain(50), at(port))
    expect(error?.message).toBe('socket hang up')
    expect(isNotReached(error)).toBe(false)
  })

  it('cancels the request when the client leaves', async () => {
    const arrived = Promise.withResolvers<void>()
    const port = await serving(() => arrived.resolve())
    const { error } = await sendOne(plain(), at(port), arrived.promise)
    expect(error).toBe(CLIENT_LEFT)
  })

  it('connects to https addresses with TLS', async () => {
    const first = Promise.withResolvers<number | undefined>()
    const port = await servingRaw((socket) => {
      socket.once('data', (hello) => {
        first.resolve(hello[0])
        socket.destroy()
      })
    })
    const { error } = await sendOne(
      createProxy(createConnectingAgent(true), 60_000),
      at(port, 'https'),
    )
    expect(await first.promise).toBe(0x16)
    expect(isNotReached(error)).toBe(true)
  })

  it('leaves the client without a byte when the response breaks off before its body', async () => {
    const port = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).flushHeaders()
      setTimeout(() => res.destroy(), 20)
    })
    const outcome = Promise.withResolvers<unknown>()
    const front = await serving((req, res) => {
      const proxy = plain()
      const handle = async () => {
        await proxy.send({ req, res } as GatewayRequest, at(port), () => {})
        await proxy.endOf({ req, res } as GatewayRequest).catch(outcome.resolve)
        res.writeHead(502).end()
      }
      void handle()
    })
    expect((await fetch(at(front))).status).toBe(502)
    expect(await outcome.promise).toMatchObject({ message: 'The response ended early' })
  })

  it('does not blame the service when the client does not read', async () => {
    const port = await serving((_req, res) => void res.end(Buffer.alloc(50_000_000)))
    const outcome = Promise.withResolvers<unknown>()
    const front = await serving((req, res) => {
      const proxy = plain(500)
      const handle = async () => {
        await proxy.send({ req, res } as GatewayRequest, at(port), () => {})
        outcome.resolve(await proxy.endOf({ req, res } as GatewayRequest))
      }
      handle().catch(outcome.resolve)
    })
    const call = httpRequest(at(front)).on('error', () => {})
    call.on('response', (response) => void response.on('error', () => {}).pause())
    call.end()
    expect(await outcome.promise).toBeUndefined()
  })
})
