import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { createIdentitySigner } from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createApp, type GatewayDeps } from '../src/app.ts'
import { openIdentity } from '../src/authenticate/open-identity.ts'
import { createServiceWatch } from '../src/site/service-watch.ts'
import {
  closeUpstreams,
  createUpstreams,
  type UpstreamDeps,
  type UpstreamLimits,
  type Upstreams,
} from '../src/forward/upstream.ts'
import { prefixesWith, UPSTREAMS, type UpstreamName } from '../src/request/prefixes.ts'

export const SECRET = 'a-secret-of-more-than-32-characters'
const UNREACHABLE = 'http://127.0.0.1:9'

const servers: Server[] = []
const connected: Upstreams[] = []

/** Closes the servers and gateways that a test file started; call it in `afterAll`. */
export async function closeServers(): Promise<void> {
  connected.splice(0).forEach(closeUpstreams)
  await Promise.all(
    servers.splice(0).map(async (server) => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }),
  )
}

/** Listens on loopback. `127.0.0.2` at the port of another server adds a second replica. */
export async function listen(
  listener: RequestListener,
  host = '127.0.0.1',
  wantedPort = 0,
): Promise<{ url: string; port: number }> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(wantedPort, host, resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}`, port }
}

/** A request that reached a service. */
export interface ReceivedRequest {
  service: string
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

/** Starts a service that records each request and returns it. */
export async function echoService(service: string) {
  const seen: ReceivedRequest[] = []
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const { method, url, headers } = req
    const one = { service, method, url, headers, body: await bodyOf(req) } as ReceivedRequest
    seen.push(one)
    res.setHeader('content-type', 'application/json')
    res.setHeader('x-powered-by', 'Echo')
    res.end(JSON.stringify(one))
  }
  const { url } = await listen((req, res) => void respond(req, res))
  return { url, seen }
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export interface GatewayOptions
  extends Partial<Omit<GatewayDeps, 'upstreams'>>, Pick<UpstreamDeps, 'lookup' | 'observe'> {
  upstreams?: Partial<Record<UpstreamName, string>>
  upstreamLimits?: UpstreamLimits
  groups?: string[]
}

/** Accepts no API key. */
const noKeys = { identify: () => Promise.reject(new Error('no keys')) }

/** Identifies every caller as the developer user. */
function identifyAsDeveloper(groups: readonly string[]) {
  const logger = createLogger({ service: 'gateway', level: 'silent', destination: { write() {} } })
  return openIdentity(
    { mode: 'developer', email: 'Kim@acme.example', groups },
    { host: '127.0.0.1', trustedProxies: 0, keys: noKeys, logger },
  ).identify
}

/** Creates a gateway app in development mode, with unavailable upstreams unless given, and its log lines. */
export function gatewayApp({
  upstreams: addresses = {},
  upstreamLimits = { timeoutMs: 5_000, patienceMs: 0 },
  lookup,
  observe,
  groups = ['admin'],
  ...deps
}: GatewayOptions = {}) {
  const lines: string[] = []
  const logger = createLogger({
    service: 'gateway',
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  })
  const signer = createIdentitySigner(SECRET)
  const upstreams = createUpstreams({
    addresses: { ...noUpstreams(), ...addresses },
    limits: upstreamLimits,
    logger,
    lookup,
    observe,
  })
  connected.push(upstreams)
  const app = createApp({
    prefixes: prefixesWith(['/api'], true),
    upstreams,
    bodies: { document: 10 * 1024 * 1024 },
    trustedProxies: 0,
    identify: identifyAsDeveloper(groups),
    browser: { frontendUrls: ['http://localhost:3000'], development: true },
    limitCaller: () => undefined,
    sharedReadBytes: 32 * 1024 * 1024,
    signer,
    user: {
      development: true,
      logout: {
        poolDomain: undefined,
        region: undefined,
        clientId: undefined,
        signOutUrl: undefined,
        frontendUrls: ['http://localhost:3000'],
      },
    },
    logger,
    serviceChecks: createServiceWatch({ upstreams, signer, logger }).checks,
    isDraining: () => false,
    checkReplies: true,
    ...deps,
  })
  return { app, lines }
}

function noUpstreams() {
  return Object.fromEntries(UPSTREAMS.map((name) => [name, UNREACHABLE])) as Record<
    UpstreamName,
    string
  >
}

/** Sends raw bytes and resolves with all received bytes when the connection closes. */
export function sendRaw(port: number, text: string, idleMs = 3_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let response = ''
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') resolve(response)
      else reject(error)
    })
    socket.on('close', () => resolve(response))
    socket.write(text, 'latin1')
  })
}

/** Returns the status codes of raw responses. */
export function statusesOf(response: string): number[] {
  return [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
