import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import type { Edge } from '../edge.ts'
import { cleanResponseHeaders } from '../headers/hop-by-hop.ts'
import { UPSTREAMS, type UpstreamName } from '../prefixes.ts'
import { upstreamError } from './upstream-error.ts'

export interface ForwardDeps {
  /** Address of each service. */
  upstreams: Readonly<Record<UpstreamName, string>>
  /** Milliseconds of silence after which an upstream is given up. */
  timeoutMs: number
}

/**
 * Streams a request to a service and the answer back; the path stays as it is.
 * Rejects with a `DomainError` when the service fails.
 */
export function createForwarder({ upstreams, timeoutMs }: ForwardDeps) {
  const proxies = Object.fromEntries(
    UPSTREAMS.map((name) => [name, createProxy(upstreams[name], timeoutMs)]),
  ) as Record<UpstreamName, ReturnType<typeof createProxy>>
  return async ({ req, res }: Edge, service: UpstreamName): Promise<void> => {
    // Session cookies of the load balancer are nobody's business; the assistant reads its own.
    if (service !== 'assistant' && 'cookie' in req.headers) delete req.headers.cookie
    try {
      await proxies[service](req, res)
    } catch (error) {
      throw upstreamError(error, service)
    }
  }
}

function createProxy(address: string, timeoutMs: number) {
  const target = new URL(address)
  const Agent = target.protocol === 'https:' ? HttpsAgent : HttpAgent
  return createProxyMiddleware({
    target,
    agent: new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64 }),
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
