import { createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { closeListeners, listening, serving } from '../../test/listeners.ts'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'
import { createSend, noResponse, notAvailable } from './send.ts'

afterEach(closeListeners)

const requestTo = (path = '/') => ({ path, headers: {} })
const send = (isSecure = false) => createSend(createConnectingAgent(isSecure), 60_000)

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

  it.each([100, 101, 150, 199, 600, 999])('rejects the status %i', async (status) => {
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.write(`HTTP/1.1 ${status} Unknown\r\n\r\nHTTP/1.1 ${status} Unknown\r\n\r\n`)
        socket.end()
      }),
    )
    await expect(send()(url, requestTo())).rejects.toThrow(
      /^Unexpected status \d|^socket hang up$|^Unrequested protocol switch$/,
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
    await expect(send()(url, requestTo())).rejects.toThrow('Unrequested protocol switch')
    expect(await closed.promise).toBe('closed')
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

  it('connects to https addresses with TLS', async () => {
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
    const error = await send(true)(url, requestTo()).catch((failure: unknown) => failure)
    expect((await first.promise)[0]).toBe(0x16)
    expect(isNotReached(error)).toBe(true)
  })
})

describe('noResponse and notAvailable', () => {
  it('name the service; the error keeps the cause or a retry time', () => {
    const cause = new Error('socket hang up')
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
