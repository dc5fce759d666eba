import {
  createServer,
  get,
  request as httpRequest,
  Server,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { DomainError } from '@landscape/contracts'
import { createBeginRequest, type Tracing } from '@landscape/http'
import { createLogger } from '@landscape/runtime'
import { createForwarder } from './forward.ts'
import { UPSTREAMS, type UpstreamName } from './prefixes.ts'
import { closeUpstreams, createUpstreams, type UpstreamLimits, type Upstreams } from './upstream.ts'

const servers: TcpServer[] = []
const connected: Upstreams[] = []
afterEach(async () => {
  await Promise.all(connected.splice(0).map(closeUpstreams))
  for (const server of servers.splice(0)) stop(server)
})

function stop(server: TcpServer): void {
  server.close()
  if (server instanceof Server) server.closeAllConnections()
}

async function listen(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

interface Setup {
  /** The replicas of the data service, each at its own address. */
  replicas: readonly RequestListener[]
  /** Port of the projects service. */
  projects?: number
  /** Port of the projects service at an https address. */
  secure?: number
  limits?: Partial<UpstreamLimits>
  /** Whether bodies are buffered before they are forwarded. */
  buffers?: boolean
  tracing?: Tracing
}

const nowhere = Object.fromEntries(UPSTREAMS.map((name) => [name, 'http://127.0.0.1:9'])) as Record<
  UpstreamName,
  string
>

/** A server that forwards every request, with its events, outcomes and log lines. */
async function setUp(options: Setup) {
  const { replicas, projects = 9, secure, limits = {}, buffers = false, tracing } = options
  let port = 0
  const hosts: string[] = []
  for (const replica of replicas) {
    const host = `127.0.0.${hosts.length + 1}`
    port = await listen(replica, host, port)
    hosts.push(host)
  }
  const observed = { events: [] as string[], outcomes: [] as string[], lines: [] as object[] }
  const book = { hosts, port }
  const upstreams = createUpstreams({
    addresses: {
      ...nowhere,
      data: `http://data.example:${port}`,
      projects: secure ? `https://127.0.0.1:${secure}` : `http://127.0.0.1:${projects}`,
    },
    limits: { timeoutMs: 60_000, patienceMs: 60_000, ...limits },
    lookup: async () => book.hosts.map((address) => ({ address, family: 4 })),
    observe: (service, event) => void observed.events.push(`${service} ${event}`),
    tracing,
    logger: createLogger({
      service: 'gateway',
      level: 'info',
      destination: { write: (line) => void observed.lines.push(JSON.parse(line) as object) },
    }),
  })
  connected.push(upstreams)
  const forward = createForwarder({ upstreams })
  const front = await listen((req, res) => {
    const handle = async () => {
      const [address, prefix] = ['192.0.2.1', undefined]
      const credentials = { authorization: undefined, loadBalancer: undefined, access: undefined }
      const request = { req, res, address, prefix, credentials }
      const body = buffers ? { body: Buffer.from(await text(req)) } : {}
      await forward({ ...request, ...body }, req.url === '/projects' ? 'projects' : 'data')
      observed.outcomes.push('forwarded')
      if (!res.headersSent) res.writeHead(500).end('nothing was forwarded')
    }
    begin(req, res, handle).catch((error: unknown) => {
      const { code, message } = error as DomainError
      observed.outcomes.push(`${code}: ${message}`)
      // As `sendProblem` does.
      if (res.headersSent) res.destroy()
      else res.writeHead(500).end(code)
    })
  })
  return { url: `http://127.0.0.1:${front}`, observed, book }
}

const TRACE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true }
/** Begins every request in `TRACE`. */
const begin = createBeginRequest({
  logger: createLogger({ service: 'gateway', level: 'silent' }),
  tracing: { begin: () => ({ trace: TRACE, end: () => {} }), close: async () => {} },
  recordedShare: 1,
})

/** Waits until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10, undefined, { ref: false })
}

const ok: RequestListener = (req, res) => void req.resume().once('end', () => res.end('ok'))
const dead: RequestListener = (req) => req.socket.destroy()
/** Breaks the connection of every request except probes. */
const dies =
  (seen: string[]): RequestListener =>
  (req, res) => {
    if (req.url === '/livez') return ok(req, res)
    seen.push(req.method ?? '')
    dead(req, res)
  }

describe('a slot of a service', () => {
  it('is taken and freed for each successful or failed request', async () => {
    const seen: string[] = []
    const { url, observed } = await setUp({ replicas: [ok], limits: { maxInFlight: 1 } })
    for (let n = 0; n < 2; n++) expect(await (await fetch(url)).text()).toBe('ok')
    expect(observed.events).toEqual(['data taken', 'data freed', 'data taken', 'data freed'])
    const failing = await setUp({ replicas: [dies(seen)], limits: { maxInFlight: 1 } })
    for (let n = 0; n < 2; n++) await fetch(failing.url, { method: 'POST' })
    expect(seen).toEqual(['POST', 'POST'])
    const failed = 'upstream-unavailable: The data service did not respond'
    expect(failing.observed.outcomes).toEqual([failed, failed])
    expect(failing.observed.events).toEqual(observed.events)
  })

  it.each([
    ['the configured number', { maxInFlight: 1 }, 1],
    ['many by default', {}, 2],
  ])('is one of %s', async (_name, limits, served) => {
    const waiting: ServerResponse[] = []
    const { url, observed } = await setUp({
      replicas: [(_req, res) => void waiting.push(res)],
      limits,
    })
    const requests = [fetch(url), fetch(url)]
    await until(() => waiting.length + observed.outcomes.length === 2)
    expect(waiting).toHaveLength(served)
    for (const res of waiting) res.end()
    await Promise.all(requests)
  })
})

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

describe('an unreachable replica', () => {
  it('is logged, and requests wait until it responds again', async () => {
    const { url, observed, book } = await setUp({ replicas: [ok] })
    stop(servers[0]!)
    const response = fetch(url)
    await until(() => observed.events.includes('data replica-down'))
    await listen(ok, '127.0.0.1', book.port)
    expect(await (await response).text()).toBe('ok')
    expect(observed.events).toEqual([
      'data taken',
      'data replica-down',
      'data replica-up',
      'data freed',
    ])
    const about = { upstream: 'data', replica: `127.0.0.1:${book.port}` }
    expect(observed.lines).toMatchObject([
      { ...about, level: 'warn', msg: 'marked unhealthy; no requests will be routed to it' },
      { ...about, level: 'info', msg: 'marked healthy again' },
    ])
  })

  it('does not hold requests of clients that have left', async () => {
    const { url, observed } = await setUp({ replicas: [ok] })
    stop(servers[0]!)
    const leaving = get(url).on('error', () => {})
    await until(() => observed.events.includes('data replica-down'))
    leaving.destroy()
    await until(() => observed.events.includes('data freed'))
    expect(observed.outcomes).toEqual(['forwarded'])
  })
})

describe('a silent replica', () => {
  it('is probed before its requests time out', async () => {
    const requested: string[] = []
    const projects = await listen((req, res) => {
      requested.push(req.url ?? '')
      res.end()
    })
    const { url, observed } = await setUp({
      projects,
      replicas: [(req, res) => void (req.url === '/livez' && dead(req, res))],
    })
    await fetch(`${url}/projects`)
    const leaving = get(url).on('error', () => {})
    await until(() => observed.events.includes('data replica-down'))
    expect(requested).toEqual(['/projects'])
    leaving.destroy()
  })

  it('gets few requests next to a replica that responds', async () => {
    const held: ServerResponse[] = []
    let responded = 0
    const { url } = await setUp({
      replicas: [
        (req, res) => (req.url === '/livez' ? ok(req, res) : void held.push(res)),
        (_req, res) => void res.end(() => responded++),
      ],
    })
    const requests: Promise<unknown>[] = []
    for (let n = 1; n <= 40; n++) {
      requests.push(fetch(url))
      await until(() => held.length + responded === n)
    }
    expect(held.length).toBeLessThan(12)
    for (const res of held) res.end()
    await Promise.all(requests)
  })

  it('gets no repeated request after the time-out', async () => {
    const seen: string[] = []
    const { url, observed } = await setUp({
      limits: { timeoutMs: 100 },
      replicas: [(req) => void (req.url === '/' && seen.push(req.method ?? ''))],
    })
    await fetch(url)
    expect(seen).toEqual(['GET'])
    expect(observed.outcomes).toEqual(['upstream-unavailable: The data service did not respond'])
    expect(observed.events).toEqual(['data taken', 'data freed'])
  })
})

describe('a replica that breaks connections', () => {
  it('is probed although it responds to other requests', async () => {
    const { url, observed } = await setUp({
      replicas: [(req, res) => (req.url === '/ok' ? ok : dead)(req, res)],
    })
    // A response, so that silence does not cause the probe.
    await fetch(`${url}/ok`)
    await fetch(url, { method: 'POST' })
    await until(() => observed.events.includes('data replica-down'))
  })

  it('is probed when a response ends early', async () => {
    const half: RequestListener = (req, res) => {
      if (req.url === '/livez') return dead(req, res)
      res.writeHead(200, { 'content-length': 1_000 })
      res.write('half', () => setTimeout(() => res.destroy(), 20))
    }
    const { url, observed } = await setUp({ replicas: [half] })
    const response = await fetch(url)
    await expect(response.text()).rejects.toThrow()
    await until(() => observed.events.includes('data replica-down'))
    expect(observed.outcomes).toEqual(['upstream-unavailable: The data service did not respond'])
  })

  it.each(['GET', 'HEAD'])('has its reads repeated once by another replica: %s', async (method) => {
    const seen: string[] = []
    const { url, observed } = await setUp({ replicas: [dies(seen), dies(seen), dies(seen)] })
    await fetch(url, { method })
    expect(seen).toEqual([method, method])
    expect(observed.events).toEqual(['data taken', 'data repeated', 'data freed'])
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
    await until(() => observed.events.includes('data freed'))
    expect(observed.outcomes).toEqual(['forwarded'])
    await fetch(`${url}/next`)
    expect(observed.events).toEqual(['data taken', 'data freed', 'data taken', 'data freed'])
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
    expect(observed.events).toEqual([
      'data taken',
      'data misdirected',
      'data replica-down',
      'data replica-gone',
      'data freed',
    ])
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
