import type { IncomingMessage } from 'node:http'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import type { Logger } from '@landscape/contracts/logger'
import { UPSTREAMS, type UpstreamName } from '../request/prefixes.ts'
import { createAddressBook, type AddressBook, type Lookup, Replicas } from './replicas.ts'
import { createConnectingAgent } from './connecting-agent.ts'
import { probe } from './probe.ts'
import { createProxy, type Proxy } from './proxy.ts'
import { createRetries, type RetryableRequest } from './retries.ts'
import { createSend, noResponse, type Send } from './send.ts'
import type { UpstreamEvent } from './upstream-metrics.ts'

/** Limits of what one service may cost the gateway. */
export interface UpstreamLimits {
  /** Milliseconds of silence after which a request is cancelled. */
  timeoutMs: number
  /** Milliseconds for which requests wait while no replica is healthy. */
  patienceMs: number
}

export interface UpstreamDeps {
  /** Address of each service. */
  addresses: Readonly<Record<UpstreamName, string>>
  limits: UpstreamLimits
  logger: Logger
  /** Resolves a host name; the system's resolver when absent. */
  lookup?: Lookup | undefined
  /** Receives events; it must be quick and must not throw. */
  observe?: ((service: UpstreamName, event: UpstreamEvent) => void) | undefined
  /** Records requests; nothing is recorded when absent. */
  tracing?: Tracing | undefined
}

/** One service and its replicas. */
export interface Upstream {
  service: UpstreamName
  /** Sends a request of the gateway itself to one replica. */
  send: Send
  /** Sends requests of clients. */
  proxy: Proxy
  /** Addresses of all replicas, healthy or not. Never rejects. */
  addresses: AddressBook['addresses']
  /**
   * Sends a request until a replica responds, and reads the response.
   *
   * @throws DomainError when the service fails, or its response breaks off
   * @throws `CLIENT_LEFT` when the client has left
   */
  exchange: <T>(
    request: RetryableRequest,
    read: (response: IncomingMessage) => Promise<T>,
  ) => Promise<T>
  /** Stops all probes and closes all connections; requests in flight fail. */
  close: () => void
}

/** Every service. */
export type Upstreams = Readonly<Record<UpstreamName, Upstream>>

/** Connects the gateway with every service. */
export function createUpstreams(deps: UpstreamDeps): Upstreams {
  const entries = UPSTREAMS.map((name) => [name, createUpstream(name, deps)])
  return Object.fromEntries(entries) as Upstreams
}

/** Disconnects the gateway from every service. */
export function closeUpstreams(upstreams: Upstreams): void {
  for (const upstream of Object.values(upstreams)) upstream.close()
}

function createUpstream(service: UpstreamName, deps: UpstreamDeps): Upstream {
  const { addresses, limits, logger, lookup, tracing } = deps
  const { timeoutMs, patienceMs } = limits
  const target = new URL(addresses[service])
  const observe = (event: UpstreamEvent) => deps.observe?.(service, event)
  const book = createAddressBook(target, lookup)
  const replicas = new Replicas({
    book,
    probe: (url, signal) => probe(service, url, signal),
    patienceMs,
    onChange({ host }, change) {
      observe(`replica-${change}`)
      const about = { upstream: service, replica: host }
      if (change === 'up') logger.info(about, 'marked healthy again')
      if (change === 'down')
        logger.warn(about, 'marked unhealthy; no requests will be routed to it')
    },
  })
  const agent = createConnectingAgent(target.protocol === 'https:')
  const request = createRetries({ service, replicas, timeoutMs, observe, tracing })
  return {
    service,
    send: createSend(agent, timeoutMs),
    proxy: createProxy(agent, timeoutMs),
    addresses: book.addresses,
    async exchange(retryable, read) {
      const { response, replica } = await request(retryable)
      return read(response).catch((error: unknown) => {
        replica.suspect()
        throw noResponse(service, error)
      })
    },
    close() {
      replicas.close()
      agent.destroy()
    },
  }
}
