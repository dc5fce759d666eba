import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import type { Logger } from '@landscape/logging'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { cleanResponseHeaders } from '../request/hop-by-hop.ts'
import { UPSTREAMS, type UpstreamName } from '../request/prefixes.ts'
import { createAddressBook } from './address-book.ts'
import { createGuard } from './guard.ts'
import { createPatientAgent } from './patient-agent.ts'
import { ClientLeft, upstreamError } from './upstream-error.ts'

/** How much a service may cost the gateway before requests to it are turned away. */
export interface UpstreamLimits {
  /** Milliseconds of silence after which a request to a service is given up. */
  timeoutMs: number
  /** Milliseconds that a service may refuse connections before its requests fail. */
  patienceMs: number
  /** Requests to one service that may be under way. */
  maxInFlight: number
}

export interface ForwardDeps {
  /** Address of each service. */
  upstreams: Readonly<Record<UpstreamName, string>>
  limits: UpstreamLimits
  logger: Logger
}

/**
 * Streams a request to a service and the answer back; the path stays as it is.
 * Rejects with a `DomainError` when the service fails.
 */
export function createForwarder(deps: ForwardDeps) {
  const passOn = Object.fromEntries(
    UPSTREAMS.map((name) => [name, createUpstream(name, deps)]),
  ) as Record<UpstreamName, ReturnType<typeof createUpstream>>
  return async (request: GatewayRequest, service: UpstreamName): Promise<void> => {
    const { headers } = request.req
    // Session cookies of the load balancer are nobody's business; the assistant reads its own.
    if (service !== 'assistant' && 'cookie' in headers) delete headers.cookie
    await passOn[service](request)
  }
}

function createUpstream(service: UpstreamName, { upstreams, limits, logger }: ForwardDeps) {
  const proxy = createProxy(upstreams[service], limits)
  const guard = createGuard({
    service,
    maxInFlight: limits.maxInFlight,
    onChange: (isClosed) => {
      if (isClosed) logger.info({ upstream: service }, 'answers again')
      else logger.warn({ upstream: service }, 'does not answer: requests are turned away for now')
    },
  })

  async function pass({ req, res }: GatewayRequest): Promise<void> {
    const started = performance.now()
    try {
      await proxy(req, res)
    } catch (error) {
      // An upload that broke off says nothing about the service.
      throw upstreamError(error, service, req.complete)
    }
    if (!res.headersSent) throw new ClientLeft(service, performance.now() - started)
  }

  return (request: GatewayRequest) => guard(() => pass(request)).catch(unlessClientLeft)
}

function unlessClientLeft(error: unknown): void {
  if (!(error instanceof ClientLeft)) throw error
}

function createProxy(address: string, { timeoutMs, patienceMs }: UpstreamLimits) {
  const target = new URL(address)
  const replicas = createAddressBook(target)
  return createProxyMiddleware({
    target,
    ...(replicas && { router: replicas.next }),
    agent: createPatientAgent({
      secure: target.protocol === 'https:',
      hosts: replicas?.hosts ?? (() => []),
      patienceMs,
    }),
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    // The default plugins answer failures themselves, in plain text with the path in it. Without a
    // listener for `error` the failure rejects the middleware's promise instead.
    ejectPlugins: true,
    plugins: [cleanAnswers],
  })
}

const cleanAnswers: Plugin = (server) => {
  server.on('proxyRes', (answer, _req, res) => {
    cleanResponseHeaders(answer.headers)
    // The proxy would announce keep-alive on connections that are about to close.
    if (!res.shouldKeepAlive || res.getHeader('connection') === 'close') {
      answer.headers.connection = 'close'
    }
  })
}
