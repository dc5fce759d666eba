import { EventEmitter, getEventListeners, once } from 'node:events'
import { createServer, request, type RequestListener, type ServerResponse } from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { SERVICE_HEADER } from '@landscape/runtime'
import { isNotReached } from './connecting-agent.ts'
import {
  probe as probeWithin,
  CLIENT_LEFT,
  createSend,
  createSendAgent,
  noResponse,
  notAvailable,
} from './send.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  for (const socket of sockets) socket.destroy()
})

async function listening(server: Server, scheme = 'http'): Promise<URL> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
const serving = (listener: RequestListener) => listening(createServer(listener))
const requestTo = (path = '/') => ({ path, headers: {} })
const send = (timeoutMs = 60_000, connectTimeoutMs?: number) =>
  createSend(createSendAgent(timeoutMs, connectTimeoutMs))
const probe = (service: string, url: URL, { signal } = new AbortController()) =>
  probeWithin(service, url, signal)

describe('createSend', () => {
  it('sends the path with its query and the headers', async () => {
    const url = await serving((req, res) => {
      res.end(`${req.method} ${req.url} ${String(req.headers['x-request-id'])}`)
    })
    const response = await send()(url, {
      path: '/api/json?a=%20b',
      headers: { 'x-request-id': 'mine' },
    })
    expect(await text(response)).toBe('GET /api/json?a=%20b mine')
  })

  it('sends a method and a body', async () => {
    const url = await serving((req, res) => {
      void text(req).then((body) =>
        res.end(`${req.method} ${req.headers['content-length']} ${body}`),
      )
    })
    const edit = { method: 'PUT', headers: { 'content-length': '2' }, body: Buffer.from('{}') }
    expect(await text(await send()(url, { path: '/', ...edit }))).toBe('PUT 2 {}')
  })

  it.each(['POST', 'DELETE'])('sends a %s without a body to its end', async (method) => {
    const url = await serving((req, res) => {
      void text(req).then((body) => res.end(`${req.method} ${body}`))
    })
    expect(await text(await send()(url, { path: '/', method, headers: {} }))).toBe(`${method} `)
  })

  it('cancels the request when the client leaves', async () => {
    const arrived = Promise.withResolvers<Socket>()
    const url = await serving((req) => arrived.resolve(req.socket))
    const failure = Promise.withResolvers<unknown>()
    const front = await serving((_req, client) => {
      send()(url, { ...requestTo(), client }).catch(failure.resolve)
    })
    const call = request(front).on('error', () => {})
    call.end()
    const socket = await arrived.promise
    call.destroy()
    expect(await failure.promise).toBe(CLIENT_LEFT)
    await once(socket, 'close')
  })

  it('keeps the connection and removes its listeners from the client', async () => {
    const peers: unknown[] = []
    const url = await serving((req, res) => {
      peers.push(req.socket.remotePort)
      res.end()
    })
    const sendOne = send()
    const arrived = Promise.withResolvers<ServerResponse>()
    const front = await serving((_req, client) => arrived.resolve(client))
    request(front)
      .on('error', () => {})
      .end()
    const client = await arrived.promise
    const before = client.listenerCount('close')
    for (let count = 0; count < 2; count++) {
      const response = await sendOne(url, { ...requestTo(), client })
      await text(response)
      await setImmediate()
    }
    expect(client.listenerCount('close')).toBe(before)
    expect(peers[1]).toBe(peers[0])
  })

  it.each(['complete', 'broken'])('removes its listeners after a %s response', async (path) => {
    const url = await serving((req, res) => {
      if (req.url === '/complete') res.end()
      else res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy())
    })
    const client = new EventEmitter() as ServerResponse
    const { signal } = new AbortController()
    const response = await send()(url, { ...requestTo(`/${path}`), client, signal })
    await text(response).catch(() => {})
    expect(client.listenerCount('close')).toBe(0)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('reports whether a connection was established', async () => {
    const breaking = await serving((req) => void req.socket.destroy())
    const broken = await send()(breaking, requestTo()).catch((error: unknown) => error)
    expect([Error.isError(broken), isNotReached(broken)]).toEqual([true, false])
    const unreachable = await send()(new URL('http://127.0.0.1:9'), requestTo()).catch(
      (e: unknown) => e,
    )
    expect(isNotReached(unreachable)).toBe(true)
  })

  it.each([100, 101, 150, 199, 600, 999])('rejects the status %i', async (status) => {
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.write(`HTTP/1.1 ${status} Unknown\r\n\r\nHTTP/1.1 ${status} Unknown\r\n\r\n`)
        socket.end()
      }),
    )
    await expect(send()(url, requestTo())).rejects.toThrow(
      /^Unexpected status \d|^bad response$|^other side closed$|falsy/,
    )
  })

  it('ignores informational responses', async () => {
    const url = await serving((_req, res) => {
      res.writeProcessing()
      res.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => res.end('ok'))
    })
    const response = await send()(url, requestTo())
    expect([response.statusCode, response.headers.link]).toEqual([200, undefined])
    expect(await text(response)).toBe('ok')
  })

  it('accepts the status 599', async () => {
    const url = await serving((_req, res) => void res.writeHead(599).end())
    expect((await send()(url, requestTo())).statusCode).toBe(599)
  })

  it('aborts a response with an unknown status', async () => {
    const cut = Promise.withResolvers<void>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {}).once('close', () => cut.resolve())
        const chunk = Buffer.alloc(1_000_000)
        const more = (error?: Error | null) => void (error ?? socket.write(chunk, more))
        socket.write('HTTP/1.1 777 Unknown\r\n\r\n', more)
      }),
    )
    await expect(send()(url, requestTo())).rejects.toThrow('Unexpected status 777')
    await cut.promise
  })

  it('rejects a protocol switch and closes the connection', async () => {
    const closed = Promise.withResolvers<string>()
    const url = await listening(
      createTcpServer((socket) => {
        socket
          .on('error', () => {})
          .on('close', () => closed.resolve('closed'))
          .resume()
        socket.write('HTTP/1.1 101 Unknown\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
      }),
    )
    await expect(send()(url, requestTo())).rejects.toThrow('bad upgrade')
    expect(await closed.promise).toBe('closed')
  })

  it('cancels a silent request before and during the response', async () => {
    const url = await serving((req, res) => {
      if (req.url === '/half') res.writeHead(200, { 'content-length': '10' }).write('half')
    })
    await expect(send(50)(url, requestTo('/silent'))).rejects.toThrow('Headers Timeout')
    const half = await send(50)(url, requestTo('/half'))
    await expect(text(half)).rejects.toThrow('Body Timeout')
  })

  it('cancels an aborted request before sending and during the response', async () => {
    const url = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('half')
    })
    const reason = new Error('Long enough')
    const aborted = { ...requestTo(), signal: AbortSignal.abort(reason) }
    await expect(send()(url, aborted)).rejects.toBe(reason)
    const stop = new AbortController()
    const half = await send()(url, { ...requestTo(), signal: stop.signal })
    stop.abort(reason)
    await expect(text(half)).rejects.toBe(reason)
  })

  it('cancels the connection when the client leaves while connecting', async () => {
    const connected = Promise.withResolvers<Socket>()
    const url = await listening(createTcpServer(connected.resolve), 'https')
    const client = new EventEmitter() as ServerResponse
    const response = send(60_000, 50)(url, { ...requestTo(), client })
    const socket = await connected.promise
    client.emit('close')
    await expect(response).rejects.toBe(CLIENT_LEFT)
    await once(socket.on('error', () => {}).resume(), 'close')
    expect(client.listenerCount('close')).toBe(0)
  })

  it('sends nothing when the client left while connecting', async () => {
    const sent = Promise.withResolvers<string>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.once('data', (bytes) => sent.resolve(String(bytes)))
        socket.once('close', () => sent.resolve('')).on('error', () => {})
      }),
    )
    const client = new EventEmitter() as ServerResponse
    const response = send()(url, { ...requestTo(), client })
    client.emit('close')
    await expect(response).rejects.toBe(CLIENT_LEFT)
    expect(await sent.promise).toBe('')
  })

  it('cancels a connection that is not established in time', async () => {
    const url = await listening(
      createTcpServer((socket) => void socket.on('error', () => {})),
      'https',
    )
    const late = await send(60_000, 50)(url, requestTo()).catch((error: unknown) => error)
    expect(isNotReached(late)).toBe(true)
  })

  it('closes an idle connection that the service would keep', async () => {
    const server = createServer((_req, res) => void res.end())
    server.keepAliveTimeout = 60_000
    const connected = once(server, 'connection')
    const url = await listening(server)
    await text(await send()(url, requestTo()))
    const [connection] = (await connected) as [Socket]
    await once(connection, 'close')
  })

  it.each(['HEAD', 'GET'])('reuses the connection of a %s without a body', async (method) => {
    const peers: unknown[] = []
    const url = await serving((req, res) => {
      peers.push(req.socket.remotePort)
      res.writeHead(method === 'GET' ? 304 : 200, { etag: '"1"' }).end()
    })
    const sendOne = send()
    for (let count = 0; count < 2; count++) {
      const response = await sendOne(url, { path: '/', method, headers: {} })
      expect([response.headers['etag'], await text(response)]).toEqual(['"1"', ''])
      await setImmediate()
    }
    expect(peers[1]).toBe(peers[0])
  })

  it('joins repeated headers except cookies', async () => {
    const url = await listening(
      createTcpServer((socket) => {
        const head =
          'HTTP/1.1 200 OK\r\nX-Name: Zo\xeb\r\nVary: A\r\nVary: B\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n'
        socket.once('data', () => socket.end(`${head}Content-Length: 0\r\n\r\n`, 'latin1'))
      }),
    )
    const { headers, rawHeaders } = await send()(url, requestTo())
    expect(headers).toMatchObject({ 'x-name': 'Zo\xeb', vary: 'A, B', 'set-cookie': ['a', 'b'] })
    expect(rawHeaders).toHaveLength(12)
  })

  it('fails only the reader of a response that ends early', async () => {
    const url = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy())
    })
    const unread = await send()(url, requestTo())
    await new Promise((resolve) => unread.once('close', resolve))
    expect(unread.errored?.message).toBe('other side closed')
    await expect(text(await send()(url, requestTo()))).rejects.toThrow('other side closed')
  })

  it('pauses a response that is not read', async () => {
    const size = 50_000_000
    let left: ServerResponse | undefined
    const url = await serving((_req, res) => {
      left = res
      res.end(Buffer.alloc(size))
    })
    const response = await send()(url, requestTo())
    await sleep(300)
    expect(response.readableLength).toBeLessThan(1_000_000)
    expect(left?.writableFinished).toBe(false)
    expect((await response.toArray()).reduce((sum, { length }: Buffer) => sum + length, 0)).toBe(
      size,
    )
  })

  it('aborts a destroyed response', async () => {
    const cut = Promise.withResolvers<void>()
    const url = await serving((_req, res) => {
      res.once('close', () => cut.resolve())
      res.write('half')
    })
    const response = await send()(url, requestTo())
    response.destroy()
    await cut.promise
  })

  it('connects to https addresses with TLS and HTTP/1.1 only', async () => {
    const first = Promise.withResolvers<Buffer>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', (hello) => {
          first.resolve(hello)
          socket.destroy()
        })
      }),
      'https',
    )
    const error = await send()(url, requestTo()).catch((failure: unknown) => failure)
    const hello = await first.promise
    expect(hello[0]).toBe(0x16)
    // The complete list of protocols (RFC 7301 §3.1).
    expect(hello.includes('\0\x09\x08http/1.1')).toBe(true)
    expect(isNotReached(error)).toBe(true)
  })
})

describe('probe', () => {
  it('requests /livez with the name of the service', async () => {
    const requested: unknown[] = []
    const url = await serving((req, res) => {
      requested.push([req.method, req.url, req.headers[SERVICE_HEADER], req.headers.connection])
      res.end()
    })
    await expect(probe('data', url)).resolves.toBeUndefined()
    expect(requested).toEqual([['GET', '/livez', 'data', 'close']])
  })

  it.each([204, 404, 421, 503])('rejects the status %i', async (status) => {
    const url = await serving((_req, res) => res.writeHead(status).end())
    await expect(probe('data', url)).rejects.toThrow(`Unexpected status ${status}`)
  })

  it('rejects when it is cancelled', async () => {
    const arrived = Promise.withResolvers<void>()
    const url = await serving(() => arrived.resolve())
    const cancellation = new AbortController()
    const probing = expect(probe('data', url, cancellation)).rejects.toMatchObject({
      name: 'AbortError',
    })
    await arrived.promise
    cancellation.abort()
    await probing
  })

  it('drains the response', async () => {
    const drained = Promise.withResolvers<void>()
    const url = await serving((_req, res) => {
      res.once('finish', () => drained.resolve())
      res.end(Buffer.alloc(10_000_000))
    })
    await probe('data', url)
    await drained.promise
  })

  it('rejects an address without a listener', async () => {
    const server = createTcpServer()
    const url = await listening(server)
    server.close()
    await once(server, 'close')
    await expect(probe('data', url)).rejects.toThrow('ECONNREFUSED')
  })

  it('resolves with the head and aborts an endless body', async () => {
    const cut = Promise.withResolvers<void>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.once('close', () => cut.resolve())
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
      }),
    )
    await probe('data', url)
    await cut.promise
  })

  it('connects to https addresses with TLS', async () => {
    const first = Promise.withResolvers<number | undefined>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.once('data', (hello) => {
          first.resolve(hello[0])
          socket.destroy()
        })
      }),
      'https',
    )
    await expect(probe('data', url)).rejects.toThrow()
    expect(await first.promise).toBe(0x16)
  })
})

describe('noResponse and notAvailable', () => {
  it('name the service; the error keeps the cause or a retry time', () => {
    const cause = new Error('other side closed')
    expect(noResponse('data', cause)).toMatchObject({
      code: 'upstream-unavailable',
      message: 'The data service did not respond',
      cause,
    })
    expect(notAvailable('data')).toMatchObject({
      code: 'unavailable',
      message: 'The data service is not available',
      reason: 'no replica',
      retryAfter: 5,
    })
  })
})
