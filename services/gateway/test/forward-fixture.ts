import { createServer, Server, type RequestListener } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DomainError } from '@landscape/contracts/errors/domain-error'
import { createBeginRequest } from '@landscape/http/request/begin-request'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createForwarder } from '../src/forward/forward.ts'
import { UPSTREAMS, type UpstreamName } from '../src/request/prefixes.ts'
import {
  closeUpstreams,
  createUpstreams,
  type UpstreamLimits,
  type Upstreams,
} from '../src/forward/upstream.ts'

/** Servers to close; the replicas come first. */
export const servers: TcpServer[] = []
const connected: Upstreams[] = []

/** Closes everything that a test opened; call it in `afterEach`. */
export async function closeForwarders(): Promise<void> {
  connected.splice(0).forEach(closeUpstreams)
  for (const server of servers.splice(0)) stop(server)
}

/** Stops a server and its connections. */
export function stop(server: TcpServer): void {
  server.close()
  if (server instanceof Server) server.closeAllConnections()
}

/** Serves HTTP; returns the port. */
export async function listen(
  listener: RequestListener,
  host = '127.0.0.1',
  port = 0,
): Promise<number> {
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
export async function setUp(options: Setup) {
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

/** The trace of every forwarded request. */
export const TRACE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true }
/** Begins every request in `TRACE`. */
const begin = createBeginRequest({
  logger: createLogger({ service: 'gateway', level: 'silent', destination: { write() {} } }),
  tracing: { begin: () => ({ trace: TRACE, end: () => {} }), close: async () => {} },
  recordedShare: 1,
})

/** Waits until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10, undefined, { ref: false })
}

/** Responds after the body of the request. */
export const ok: RequestListener = (req, res) => void req.resume().once('end', () => res.end('ok'))
/** Breaks the connection of every request. */
export const dead: RequestListener = (req) => req.socket.destroy()
/** Breaks the connection of every request except probes. */
export const dies =
  (seen: string[]): RequestListener =>
  (req, res) => {
    if (req.url === '/livez') return ok(req, res)
    seen.push(req.method ?? '')
    dead(req, res)
  }
