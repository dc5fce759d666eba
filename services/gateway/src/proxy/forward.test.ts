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
import { inTrace, type Tracing } from '@landscape/http'
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

interface Before {
  /** The replicas of the data service, each at an address of its own. */
  replicas: readonly RequestListener[]
  /** Port of the projects service. */
  projects?: number
  /** Port of one that says https, in its place. */
  secure?: number
  limits?: Partial<UpstreamLimits>
  /** Bodies are taken in beforehand. */
  takesIn?: boolean
  tracing?: Tracing
}

const nowhere = Object.fromEntries(UPSTREAMS.map((name) => [name, 'http://127.0.0.1:9'])) as Record<
  UpstreamName,
  string
>

/** A server that passes everything on to the data service, and what it tells of that. */
async function before(options: Before) {
  const { replicas, projects = 9, secure, limits = {}, takesIn = false, tracing } = options
  let port = 0
  const hosts: string[] = []
  for (const replica of replicas) {
    const host = `127.0.0.${hosts.length + 1}`
    port = await listen(replica, host, port)
    hosts.push(host)
  }
  const told = { events: [] as string[], outcomes: [] as string[], lines: [] as object[] }
  const book = { hosts, port }
  const upstreams = createUpstreams({
    addresses: {
      ...nowhere,
      data: `http://data.example:${port}`,
      projects: secure ? `https://127.0.0.1:${secure}` : `http://127.0.0.1:${projects}`,
    },
    limits: { timeoutMs: 60_000, patienceMs: 60_000, ...limits },
    lookup: async () => book.hosts.map((address) => ({ address, family: 4 })),
    observe: (service, event) => void told.events.push(`${service} ${event}`),
    tracing,
    logger: createLogger({
      service: 'gateway',
      level: 'info',
      destination: { write: (line) => void told.lines.push(JSON.parse(line) as object) },
    }),
  })
  connected.push(upstreams)
  const forward = createForwarder({ upstreams })
  const front = await listen((req, res) => {
    const pass = async () => {
      const [address, prefix] = ['192.0.2.1', undefined]
      const credentials = { authorization: undefined, loadBalancer: undefined, access: undefined }
      const request = { req, res, address, prefix, credentials }
      const body = takesIn ? { body: Buffer.from(await text(req)) } : {}
      await forward({ ...request, ...body }, req.url === '/projects' ? 'projects' : 'data')
      told.outcomes.push('passed on')
      if (!res.headersSent) res.writeHead(500).end('nothing was passed on')
    }
    inTrace(TRACE, pass).catch((error: unknown) => {
      const { code, message } = error as DomainError
      told.outcomes.push(`${code}: ${message}`)
      // As `sendProblem` does.
      if (res.headersSent) res.destroy()
      else res.writeHead(500).end(code)
    })
  })
  return { url: `http://127.0.0.1:${front}`, told, book }
}

const TRACE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true }

/** Resolves when something holds that is sure to come. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10, undefined, { ref: false })
}

const well: RequestListener = (req, res) => void req.resume().once('end', () => res.end('well'))
const dead: RequestListener = (req) => req.socket.destroy()
/** Dies under requests and answers our own question. */
const dies =
  (seen: string[]): RequestListener =>
  (req, res) => {
    if (req.url === '/livez') return well(req, res)
    seen.push(req.method ?? '')
    dead(req, res)
  }

describe('a place at a service', () => {
  it('is taken and freed for each request, whatever came of it', async () => {
    const seen: string[] = []
    const { url, told } = await before({ replicas: [well], limits: { maxInFlight: 1 } })
    for (let n = 0; n < 2; n++) expect(await (await fetch(url)).text()).toBe('well')
    expect(told.events).toEqual(['data taken', 'data freed', 'data taken', 'data freed'])
    const failing = await before({ replicas: [dies(seen)], limits: { maxInFlight: 1 } })
    for (let n = 0; n < 2; n++) await fetch(failing.url, { method: 'POST' })
    expect(seen).toEqual(['POST', 'POST'])
    const failed = 'upstream-unavailable: The data service did not respond'
    expect(failing.told.outcomes).toEqual([failed, failed])
    expect(failing.told.events).toEqual(told.events)
  })

  it.each([
    ['as many as are said', { maxInFlight: 1 }, 1],
    ['many when nothing is said', {}, 2],
  ])('is one of %s', async (_many, limits, served) => {
    const waiting: ServerResponse[] = []
    const { url, told } = await before({
      replicas: [(_req, res) => void waiting.push(res)],
      limits,
    })
    const asked = [fetch(url), fetch(url)]
    await until(() => waiting.length + told.outcomes.length === 2)
    expect(waiting).toHaveLength(served)
    for (const res of waiting) res.end()
    await Promise.all(asked)
  })
})

describe('a body that was taken in', () => {
  it('is sent with its length, whatever its framing was', async () => {
    const seen: unknown[] = []
    const { url } = await before({
      takesIn: true,
      replicas: [
        (req, res) => {
          const { 'content-length': length, 'transfer-encoding': coding } = req.headers
          const answer = async () => {
            seen.push([length, coding, await text(req)])
            res.end()
          }
          void answer()
        },
      ],
    })
    const body = new Blob(['{"a":', '"½"}']).stream()
    await fetch(url, { method: 'POST', body, duplex: 'half' })
    expect(seen).toEqual([['10', undefined, '{"a":"½"}']])
  })
})

describe('a replica that cannot be reached', () => {
  it('is told of, and waited for until it answers again', async () => {
    const { url, told, book } = await before({ replicas: [well] })
    stop(servers[0]!)
    const answer = fetch(url)
    await until(() => told.events.includes('data replica-down'))
    await listen(well, '127.0.0.1', book.port)
    expect(await (await answer).text()).toBe('well')
    expect(told.events).toEqual([
      'data taken',
      'data replica-down',
      'data replica-up',
      'data freed',
    ])
    const about = { upstream: 'data', replica: `127.0.0.1:${book.port}` }
    expect(told.lines).toMatchObject([
      { ...about, level: 'warn', msg: 'marked unhealthy; no requests will be routed to it' },
      { ...about, level: 'info', msg: 'marked healthy again' },
    ])
  })

  it('is waited for by nobody who has left', async () => {
    const { url, told } = await before({ replicas: [well] })
    stop(servers[0]!)
    const leaving = get(url).on('error', () => {})
    await until(() => told.events.includes('data replica-down'))
    leaving.destroy()
    await until(() => told.events.includes('data freed'))
    expect(told.outcomes).toEqual(['passed on'])
  })
})

describe('a replica that is silent', () => {
  it('is asked, although its requests may take longer; one that answers is not', async () => {
    const asked: string[] = []
    const projects = await listen((req, res) => {
      asked.push(req.url ?? '')
      res.end()
    })
    const { url, told } = await before({
      projects,
      replicas: [(req, res) => void (req.url === '/livez' && dead(req, res))],
    })
    await fetch(`${url}/projects`)
    const leaving = get(url).on('error', () => {})
    await until(() => told.events.includes('data replica-down'))
    expect(asked).toEqual(['/projects'])
    leaving.destroy()
  })

  it('gets few requests beside one that answers', async () => {
    const held: ServerResponse[] = []
    let answered = 0
    const { url } = await before({
      replicas: [
        (req, res) => (req.url === '/livez' ? well(req, res) : void held.push(res)),
        (_req, res) => void res.end(() => answered++),
      ],
    })
    const asked: Promise<unknown>[] = []
    for (let n = 1; n <= 40; n++) {
      asked.push(fetch(url))
      await until(() => held.length + answered === n)
    }
    expect(held.length).toBeLessThan(12)
    for (const res of held) res.end()
    await Promise.all(asked)
  })

  it('is not asked for the same once more when the time is over', async () => {
    const seen: string[] = []
    const { url, told } = await before({
      limits: { timeoutMs: 100 },
      replicas: [(req) => void (req.url === '/' && seen.push(req.method ?? ''))],
    })
    await fetch(url)
    expect(seen).toEqual(['GET'])
    expect(told.outcomes).toEqual(['upstream-unavailable: The data service did not respond'])
    expect(told.events).toEqual(['data taken', 'data freed'])
  })
})

describe('a replica that dies under a request', () => {
  it('makes us ask it ourselves, although it answers others', async () => {
    const { url, told } = await before({
      replicas: [(req, res) => (req.url === '/well' ? well : dead)(req, res)],
    })
    // So it is not its silence that we ask about.
    await fetch(`${url}/well`)
    await fetch(url, { method: 'POST' })
    await until(() => told.events.includes('data replica-down'))
  })

  it('makes us ask it ourselves as well when its answer had begun', async () => {
    const half: RequestListener = (req, res) => {
      if (req.url === '/livez') return dead(req, res)
      res.writeHead(200, { 'content-length': 1_000 })
      res.write('half', () => setTimeout(() => res.destroy(), 20))
    }
    const { url, told } = await before({ replicas: [half] })
    const answer = await fetch(url)
    await expect(answer.text()).rejects.toThrow()
    await until(() => told.events.includes('data replica-down'))
    expect(told.outcomes).toEqual(['upstream-unavailable: The data service did not respond'])
  })

  it.each(['GET', 'HEAD'])('leaves a read to another, once: %s', async (method) => {
    const seen: string[] = []
    const { url, told } = await before({ replicas: [dies(seen), dies(seen), dies(seen)] })
    await fetch(url, { method })
    expect(seen).toEqual([method, method])
    expect(told.events).toEqual(['data taken', 'data repeated', 'data freed'])
  })
})

describe('a service whose address says https', () => {
  it.each([
    ['whole', {}],
    ['streamed', { method: 'PUT', body: new Blob(['{}']).stream(), duplex: 'half' }],
  ] as const)('is spoken to in TLS: a request that is %s', async (_what, request) => {
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
    const { url, told } = await before({ replicas: [well], secure: port, limits })
    expect((await fetch(`${url}/projects`, request)).status).toBe(500)
    expect(await first.promise).toBe(0x16)
    // The request itself found nobody who speaks it, not our own question alone.
    expect(told.outcomes).toEqual(['unavailable: The projects service is not available'])
    // Nor was it asked by the hundred until our own question gave it up.
    expect(connections).toBeLessThan(100)
  })
})

describe('a client that leaves', () => {
  it.each(['GET', 'POST'])('says nothing about the service that it asked: %s', async (method) => {
    const arrived = Promise.withResolvers<void>()
    const asked: string[] = []
    const { url, told } = await before({
      replicas: [
        (req, res) => {
          asked.push(req.url ?? '')
          if (req.url === '/slow') arrived.resolve()
          else res.end()
        },
      ],
    })
    const leaving = httpRequest(`${url}/slow`, { method }).on('error', () => {})
    leaving.end()
    await arrived.promise
    leaving.destroy()
    await until(() => told.events.includes('data freed'))
    expect(told.outcomes).toEqual(['passed on'])
    await fetch(`${url}/next`)
    expect(told.events).toEqual(['data taken', 'data freed', 'data taken', 'data freed'])
    // Without a question of our own in between.
    expect(asked).toEqual(['/slow', '/next'])
  })
})

describe('an address that is another service by now', () => {
  /** As it answers there, our own question too. */
  const another: RequestListener = (_req, res) => void res.writeHead(421).end()

  it('is given up, and the request goes where the service is now', async () => {
    let exchange = () => {}
    const { url, told, book } = await before({
      replicas: [
        (req, res) => {
          exchange()
          another(req, res)
        },
        well,
      ],
    })
    book.hosts.pop()
    exchange = () => void (book.hosts = ['127.0.0.2'])
    expect(await (await fetch(url)).text()).toBe('well')
    expect(told.events).toEqual([
      'data taken',
      'data misdirected',
      'data replica-down',
      'data replica-gone',
      'data freed',
    ])
  })

  it('is come to four times at most', async () => {
    const { url, told } = await before({ replicas: Array<RequestListener>(6).fill(another) })
    await fetch(url)
    expect(told.outcomes).toEqual(['unavailable: The data service is not available'])
    expect(told.events.filter((event) => event === 'data misdirected')).toHaveLength(4)
  })

  it('is not left with an answer that nobody takes', async () => {
    const sent = Promise.withResolvers<void>()
    const { url } = await before({
      replicas: [
        // Answers once the other is rid of its own.
        (_req, res) => void sent.promise.then(() => res.end('well')),
        (req, res) => {
          if (req.url !== '/livez') res.once('finish', sent.resolve)
          res.writeHead(421).end(Buffer.alloc(10_000_000))
        },
      ],
    })
    expect(await (await fetch(url)).text()).toBe('well')
  })

  it('gets a streamed body once, and one that was taken in again', async () => {
    const ask = (url: string) =>
      fetch(url, { method: 'PUT', body: new Blob(['{}']).stream(), duplex: 'half' })
    const streamed = await before({ replicas: [another, another, another] })
    await ask(streamed.url)
    const misdirected = streamed.told.events.filter((event) => event === 'data misdirected')
    expect(misdirected).toHaveLength(1)
    const kept = await before({ replicas: [another, another, well], takesIn: true })
    for (let n = 0; n < 3; n++) expect((await ask(kept.url)).status).toBe(200)
    expect(kept.told.events).toContain('data misdirected')
  })
})

describe('a request that is recorded', () => {
  it('leaves a span of each replica that was asked, and what it answered', async () => {
    const spans: unknown[] = []
    const seen: unknown[] = []
    const trace = { ...TRACE, spanId: 'c'.repeat(16) }
    const tracing = {
      begin: (start: object) => ({ trace, end: (end: object) => void spans.push([start, end]) }),
      close: async () => {},
    }
    const { url } = await before({
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
