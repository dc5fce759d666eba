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
const question = (path = '/') => ({ path, headers: {} })
const send = (timeoutMs = 60_000, connectTimeoutMs?: number) =>
  createSend(createSendAgent(timeoutMs, connectTimeoutMs))
const probe = (service: string, url: URL, { signal } = new AbortController()) =>
  probeWithin(service, url, signal)

describe('createSend', () => {
  it('asks for the path with its query, and says what it is told', async () => {
    const url = await serving((req, res) => {
      res.end(`${req.method} ${req.url} ${String(req.headers['x-request-id'])}`)
    })
    const answer = await send()(url, {
      path: '/api/json?a=%20b',
      headers: { 'x-request-id': 'mine' },
    })
    expect(await text(answer)).toBe('GET /api/json?a=%20b mine')
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

  it('is given up when the one who asks leaves', async () => {
    const arrived = Promise.withResolvers<Socket>()
    const url = await serving((req) => arrived.resolve(req.socket))
    const failure = Promise.withResolvers<unknown>()
    const front = await serving((_req, client) => {
      send()(url, { ...question(), client }).catch(failure.resolve)
    })
    const call = request(front).on('error', () => {})
    call.end()
    const socket = await arrived.promise
    call.destroy()
    expect(await failure.promise).toBe(CLIENT_LEFT)
    await once(socket, 'close')
  })

  it('keeps the connection, and listens no more to the one who asked', async () => {
    const peers: unknown[] = []
    const url = await serving((req, res) => {
      peers.push(req.socket.remotePort)
      res.end()
    })
    const sendOne = send()
    const asked = Promise.withResolvers<ServerResponse>()
    const front = await serving((_req, client) => asked.resolve(client))
    request(front)
      .on('error', () => {})
      .end()
    const client = await asked.promise
    const before = client.listenerCount('close')
    for (let count = 0; count < 2; count++) {
      const answer = await sendOne(url, { ...question(), client })
      await text(answer)
      await setImmediate()
    }
    expect(client.listenerCount('close')).toBe(before)
    expect(peers[1]).toBe(peers[0])
  })

  it.each(['whole', 'broken'])('listens to nobody any more after an answer: %s', async (path) => {
    const url = await serving((req, res) => {
      if (req.url === '/whole') res.end()
      else res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy())
    })
    const client = new EventEmitter() as ServerResponse
    const { signal } = new AbortController()
    const answer = await send()(url, { ...question(`/${path}`), client, signal })
    await text(answer).catch(() => {})
    expect(client.listenerCount('close')).toBe(0)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('tells whether a byte was sent', async () => {
    const dies = await serving((req) => void req.socket.destroy())
    const died = await send()(dies, question()).catch((error: unknown) => error)
    expect([Error.isError(died), isNotReached(died)]).toEqual([true, false])
    const refuses = await send()(new URL('http://127.0.0.1:9'), question()).catch((e: unknown) => e)
    expect(isNotReached(refuses)).toBe(true)
  })

  it.each([100, 101, 150, 199, 600, 999])('takes %i for no answer', async (status) => {
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.write(`HTTP/1.1 ${status} Odd\r\n\r\nHTTP/1.1 ${status} Odd\r\n\r\n`)
        socket.end()
      }),
    )
    await expect(send()(url, question())).rejects.toThrow(
      /^Unexpected status \d|^bad response$|^other side closed$|falsy/,
    )
  })

  it('takes what is said ahead of an answer for none, and waits for the answer', async () => {
    const url = await serving((_req, res) => {
      res.writeProcessing()
      res.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => res.end('well'))
    })
    const answer = await send()(url, question())
    expect([answer.statusCode, answer.headers.link]).toEqual([200, undefined])
    expect(await text(answer)).toBe('well')
  })

  it('takes 599 for one', async () => {
    const url = await serving((_req, res) => void res.writeHead(599).end())
    expect((await send()(url, question())).statusCode).toBe(599)
  })

  it('does not go on with an odd answer', async () => {
    const cut = Promise.withResolvers<void>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {}).once('close', () => cut.resolve())
        const piece = Buffer.alloc(1_000_000)
        const more = (error?: Error | null) => void (error ?? socket.write(piece, more))
        socket.write('HTTP/1.1 777 Odd\r\n\r\n', more)
      }),
    )
    await expect(send()(url, question())).rejects.toThrow('Unexpected status 777')
    await cut.promise
  })

  it('takes another protocol for no answer, and lets the connection go', async () => {
    const closed = Promise.withResolvers<string>()
    const url = await listening(
      createTcpServer((socket) => {
        socket
          .on('error', () => {})
          .on('close', () => closed.resolve('closed'))
          .resume()
        socket.write('HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
      }),
    )
    await expect(send()(url, question())).rejects.toThrow('bad upgrade')
    expect(await closed.promise).toBe('closed')
  })

  it('gives up a service that is silent, before its answer and in the middle of it', async () => {
    const url = await serving((req, res) => {
      if (req.url === '/half') res.writeHead(200, { 'content-length': '10' }).write('half')
    })
    await expect(send(50)(url, question('/silent'))).rejects.toThrow('Headers Timeout')
    const half = await send(50)(url, question('/half'))
    await expect(text(half)).rejects.toThrow('Body Timeout')
  })

  it('is given up when its signal says so, before it goes out and while the answer comes', async () => {
    const url = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('half')
    })
    const reason = new Error('Long enough')
    const gone = { ...question(), signal: AbortSignal.abort(reason) }
    await expect(send()(url, gone)).rejects.toBe(reason)
    const stop = new AbortController()
    const half = await send()(url, { ...question(), signal: stop.signal })
    stop.abort(reason)
    await expect(text(half)).rejects.toBe(reason)
  })

  it('is given up when the one who asks leaves before a connection stands, and sends nothing', async () => {
    const came = Promise.withResolvers<Socket>()
    const url = await listening(createTcpServer(came.resolve), 'https')
    const client = new EventEmitter() as ServerResponse
    const answer = send(60_000, 50)(url, { ...question(), client })
    const socket = await came.promise
    client.emit('close')
    await expect(answer).rejects.toBe(CLIENT_LEFT)
    await once(socket.on('error', () => {}).resume(), 'close')
    expect(client.listenerCount('close')).toBe(0)
  })

  it('sends nothing for who left while the connection came to stand', async () => {
    const sent = Promise.withResolvers<string>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.once('data', (bytes) => sent.resolve(String(bytes)))
        socket.once('close', () => sent.resolve('')).on('error', () => {})
      }),
    )
    const client = new EventEmitter() as ServerResponse
    const answer = send()(url, { ...question(), client })
    client.emit('close')
    await expect(answer).rejects.toBe(CLIENT_LEFT)
    expect(await sent.promise).toBe('')
  })

  it('gives a connection up that does not come to stand in time', async () => {
    const url = await listening(
      createTcpServer((socket) => void socket.on('error', () => {})),
      'https',
    )
    const late = await send(60_000, 50)(url, question()).catch((error: unknown) => error)
    expect(isNotReached(late)).toBe(true)
  })

  it('lets go of a connection that is idle, however long the service would keep it', async () => {
    const server = createServer((_req, res) => void res.end())
    server.keepAliveTimeout = 60_000
    const connected = once(server, 'connection')
    const url = await listening(server)
    await text(await send()(url, question()))
    const [connection] = (await connected) as [Socket]
    await once(connection, 'close')
  })

  it.each(['HEAD', 'GET'])('keeps the connection of a %s that has no body', async (method) => {
    const peers: unknown[] = []
    const url = await serving((req, res) => {
      peers.push(req.socket.remotePort)
      res.writeHead(method === 'GET' ? 304 : 200, { etag: '"1"' }).end()
    })
    const sendOne = send()
    for (let count = 0; count < 2; count++) {
      const answer = await sendOne(url, { path: '/', method, headers: {} })
      expect([answer.headers['etag'], await text(answer)]).toEqual(['"1"', ''])
      await setImmediate()
    }
    expect(peers[1]).toBe(peers[0])
  })

  it('says headers as they came, each name once but for cookies', async () => {
    const url = await listening(
      createTcpServer((socket) => {
        const head =
          'HTTP/1.1 200 OK\r\nX-Name: Zo\xeb\r\nVary: A\r\nVary: B\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n'
        socket.once('data', () => socket.end(`${head}Content-Length: 0\r\n\r\n`, 'latin1'))
      }),
    )
    const { headers, rawHeaders } = await send()(url, question())
    expect(headers).toMatchObject({ 'x-name': 'Zo\xeb', vary: 'A, B', 'set-cookie': ['a', 'b'] })
    expect(rawHeaders).toHaveLength(12)
  })

  it('fails with an answer that breaks off for whoever reads it, and for nobody else', async () => {
    const url = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy())
    })
    const unread = await send()(url, question())
    await new Promise((resolve) => unread.once('close', resolve))
    expect(unread.errored?.message).toBe('other side closed')
    await expect(text(await send()(url, question()))).rejects.toThrow('other side closed')
  })

  it('asks for no more of an answer than is read', async () => {
    const size = 50_000_000
    let left: ServerResponse | undefined
    const url = await serving((_req, res) => {
      left = res
      res.end(Buffer.alloc(size))
    })
    const answer = await send()(url, question())
    await sleep(300)
    expect(answer.readableLength).toBeLessThan(1_000_000)
    expect(left?.writableFinished).toBe(false)
    expect((await answer.toArray()).reduce((sum, { length }: Buffer) => sum + length, 0)).toBe(size)
  })

  it('cuts an answer off that nobody wants', async () => {
    const cut = Promise.withResolvers<void>()
    const url = await serving((_req, res) => {
      res.once('close', () => cut.resolve())
      res.write('half')
    })
    const answer = await send()(url, question())
    answer.destroy()
    await cut.promise
  })

  it('speaks TLS where the address says so, and HTTP/1.1 alone', async () => {
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
    const error = await send()(url, question()).catch((failure: unknown) => failure)
    const hello = await first.promise
    expect(hello[0]).toBe(0x16)
    // The whole list of protocols (RFC 7301 §3.1).
    expect(hello.includes('\0\x09\x08http/1.1')).toBe(true)
    expect(isNotReached(error)).toBe(true)
  })
})

describe('our own question', () => {
  it('is asked under the name of the service, and answered by 200', async () => {
    const asked: unknown[] = []
    const url = await serving((req, res) => {
      asked.push([req.method, req.url, req.headers[SERVICE_HEADER], req.headers.connection])
      res.end()
    })
    await expect(probe('data', url)).resolves.toBeUndefined()
    expect(asked).toEqual([['GET', '/livez', 'data', 'close']])
  })

  it.each([204, 404, 421, 503])('is not answered by %i', async (status) => {
    const url = await serving((_req, res) => res.writeHead(status).end())
    await expect(probe('data', url)).rejects.toThrow(`Unexpected status ${status}`)
  })

  it('fails when it is cancelled', async () => {
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

  it('leaves no answer half taken', async () => {
    const taken = Promise.withResolvers<void>()
    const url = await serving((_req, res) => {
      res.once('finish', () => taken.resolve())
      res.end(Buffer.alloc(10_000_000))
    })
    await probe('data', url)
    await taken.promise
  })

  it('has no answer where nobody listens', async () => {
    const server = createTcpServer()
    const url = await listening(server)
    server.close()
    await once(server, 'close')
    await expect(probe('data', url)).rejects.toThrow('ECONNREFUSED')
  })

  it('is over with the head of the answer: a body without end is cut off, and harms nobody', async () => {
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

  it('speaks TLS where the address says so', async () => {
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

describe('a refusal', () => {
  it('says what was not there, when to come again, and to the log why', () => {
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
