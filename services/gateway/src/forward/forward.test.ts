import { once } from 'node:events'
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  closeForwarders,
  dead,
  ok,
  servers,
  setUp,
  TRACE,
  until,
} from '../../test/forward-fixture.ts'

afterEach(closeForwarders)

describe('a buffered body', () => {
  it('is sent with its length instead of chunks', async () => {
    const seen: unknown[] = []
    const { url } = await setUp({
      buffers: true,
      replicas: [
        (req, res) => {
          const { 'content-length': length, 'transfer-encoding': coding } = req.headers
          const respond = async () => {
            seen.push([length, coding, await text(req)])
            res.end()
          }
          void respond()
        },
      ],
    })
    const body = new Blob(['{"a":', '"½"}']).stream()
    await fetch(url, { method: 'POST', body, duplex: 'half' })
    expect(seen).toEqual([['10', undefined, '{"a":"½"}']])
  })
})

describe('a service at an https address', () => {
  it.each([
    ['buffered', {}],
    ['streamed', { method: 'PUT', body: new Blob(['{}']).stream(), duplex: 'half' }],
  ] as const)('gets a %s request over TLS', async (_name, request) => {
    const first = Promise.withResolvers<number | undefined>()
    let connections = 0
    const server = createTcpServer((socket) => {
      connections++
      socket.once('data', (hello) => {
        first.resolve(hello[0])
        socket.destroy()
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const limits = { patienceMs: 0 }
    const { url, observed } = await setUp({ replicas: [ok], secure: port, limits })
    expect((await fetch(`${url}/projects`, request)).status).toBe(500)
    expect(await first.promise).toBe(0x16)
    // The request itself failed, not only the probe.
    expect(observed.outcomes).toEqual(['unavailable: The projects service is not available'])
    // The request was not retried in a tight loop.
    expect(connections).toBeLessThan(100)
  })
})

describe('the connection of a client', () => {
  it('is kept until its last request', async () => {
    const { url } = await setUp({ replicas: [ok] })
    const front = servers.at(-1) as HttpServer
    front.maxRequestsPerSocket = 2
    const agent = new Agent({ keepAlive: true })
    const connections: unknown[] = []
    for (let n = 0; n < 2; n++) {
      const call = httpRequest(url, { agent }).end()
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      connections.push(response.headers.connection)
      await text(response)
    }
    expect(connections).toEqual(['keep-alive', 'close'])
  })
})

describe('a client that leaves', () => {
  it.each(['GET', 'POST'])('does not make the service suspect: %s', async (method) => {
    const arrived = Promise.withResolvers<void>()
    const requested: string[] = []
    const { url, observed } = await setUp({
      replicas: [
        (req, res) => {
          requested.push(req.url ?? '')
          if (req.url === '/slow') arrived.resolve()
          else res.end()
        },
      ],
    })
    const leaving = httpRequest(`${url}/slow`, { method }).on('error', () => {})
    leaving.end()
    await arrived.promise
    leaving.destroy()
    await until(() => observed.outcomes.length > 0)
    expect(observed.outcomes).toEqual(['forwarded'])
    await fetch(`${url}/next`)
    expect(observed.events).toEqual([])
    // No probe was sent.
    expect(requested).toEqual(['/slow', '/next'])
  })
})

describe('an address that now belongs to another service', () => {
  /** Another service also rejects probes. */
  const another: RequestListener = (_req, res) => void res.writeHead(421).end()

  it('is marked unhealthy, and the request follows the service', async () => {
    let move = () => {}
    const { url, observed, book } = await setUp({
      replicas: [
        (req, res) => {
          move()
          another(req, res)
        },
        ok,
      ],
    })
    book.hosts.pop()
    move = () => void (book.hosts = ['127.0.0.2'])
    expect(await (await fetch(url)).text()).toBe('ok')
    expect(observed.events).toEqual(['data misdirected', 'data replica-down', 'data replica-gone'])
  })

  it('gets a request at most four times', async () => {
    const { url, observed } = await setUp({ replicas: Array<RequestListener>(6).fill(another) })
    await fetch(url)
    expect(observed.outcomes).toEqual(['unavailable: The data service is not available'])
    expect(observed.events.filter((event) => event === 'data misdirected')).toHaveLength(4)
  })

  it('has its response drained', async () => {
    const sent = Promise.withResolvers<void>()
    const { url } = await setUp({
      replicas: [
        // Responds once the response of the other is drained.
        (_req, res) => void sent.promise.then(() => res.end('ok')),
        (req, res) => {
          if (req.url !== '/livez') res.once('finish', sent.resolve)
          res.writeHead(421).end(Buffer.alloc(10_000_000))
        },
      ],
    })
    expect(await (await fetch(url)).text()).toBe('ok')
  })

  it('does not fail the next attempt when its connection breaks later', async () => {
    let isBroken = false
    const { url, observed } = await setUp({
      buffers: true,
      replicas: [
        async (req, res) => {
          await until(() => isBroken)
          // The error of the other connection is handled in the meantime.
          await sleep(50)
          ok(req, res)
        },
        (req, res) => {
          if (req.url === '/livez') return another(req, res)
          res.writeHead(421, { 'content-length': 10 }).write('half')
          setTimeout(() => {
            req.socket.once('close', () => (isBroken = true)).resetAndDestroy()
          }, 50)
        },
      ],
    })
    expect(await (await fetch(url, { method: 'POST', body: '{}' })).text()).toBe('ok')
    expect(observed.outcomes).toEqual(['forwarded'])
  })

  it('gets a streamed body once, and a buffered body again', async () => {
    const put = (url: string) =>
      fetch(url, { method: 'PUT', body: new Blob(['{}']).stream(), duplex: 'half' })
    const streamed = await setUp({ replicas: [another, another, another] })
    await put(streamed.url)
    const misdirected = streamed.observed.events.filter((event) => event === 'data misdirected')
    expect(misdirected).toHaveLength(1)
    const kept = await setUp({ replicas: [another, another, ok], buffers: true })
    for (let n = 0; n < 3; n++) expect((await put(kept.url)).status).toBe(200)
    expect(kept.observed.events).toContain('data misdirected')
  })
})

describe('a recorded request', () => {
  it('has a span with the status for each attempt', async () => {
    const spans: unknown[] = []
    const seen: unknown[] = []
    const trace = { ...TRACE, spanId: 'c'.repeat(16) }
    const tracing = {
      begin: (start: object) => ({ trace, end: (end: object) => void spans.push([start, end]) }),
      close: async () => {},
    }
    const { url } = await setUp({
      tracing,
      replicas: [
        (req, res) => {
          if (req.url !== '/livez') seen.push(req.headers['traceparent'])
          if (req.url === '/dies') dead(req, res)
          else res.writeHead(Number(req.url?.slice(1)) || 200).end()
        },
      ],
    })
    for (const path of ['/499', '/500']) await fetch(url + path)
    await fetch(`${url}/dies`, { method: 'POST' })
    const { traceId, spanId: parentId } = TRACE
    const start = { kind: 'client', name: 'request data', traceId, parentId }
    expect(spans).toEqual([
      [start, { attributes: { 'http.response.status_code': 499 }, failed: false }],
      [start, { attributes: { 'http.response.status_code': 500 }, failed: true }],
      [start, { attributes: {}, failed: true }],
    ])
    expect(new Set(seen)).toEqual(new Set([`00-${traceId}-${trace.spanId}-01`]))
  })
})
