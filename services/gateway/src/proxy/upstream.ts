import { beginCall, traceHeaders, type Tracing } from '@landscape/http'
import type { Logger } from '@landscape/logging'
import { UPSTREAMS, type UpstreamName } from './prefixes.ts'
import type { Answer } from './answer.ts'
import { createAddressBook, type AddressBook, type Lookup } from './address-book.ts'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'
import type { Replica } from './replica.ts'
import { createReplicas } from './replicas.ts'
import {
  askWhetherAlive,
  CLIENT_LEFT,
  createSend,
  noAnswer,
  notAvailable,
  type Send,
} from './send.ts'
import { createSlots, type Slot } from './slots.ts'
import { createStream, type Stream } from './stream.ts'
import type { UpstreamEvent } from './upstream-figures.ts'

/** How much a service may cost the gateway before requests to it are turned away. */
export interface UpstreamLimits {
  /** Milliseconds of silence after which a request to a service is given up. */
  timeoutMs: number
  /** Milliseconds for which requests wait while no replica of a service answers. */
  patienceMs: number
  /** Requests to one service that may be under way; more are turned away. */
  maxInFlight?: number
}

export interface UpstreamDeps {
  /** Address of each service. */
  addresses: Readonly<Record<UpstreamName, string>>
  limits: UpstreamLimits
  logger: Logger
  /** Finds the addresses of a service's name; the system's way when absent. */
  lookup?: Lookup | undefined
  /** Told what happens, in passing: it must be quick and must not throw. */
  observe?: ((service: UpstreamName, event: UpstreamEvent) => void) | undefined
  /** Records what is asked; nothing is recorded when absent. */
  tracing?: Tracing | undefined
}

/** What is sent to one replica or another until one answers. */
export interface Errand {
  /** Sends it to a replica, with headers that say where in a trace; rejects as `Send`. */
  send: (replica: URL, trace: ReturnType<typeof traceHeaders>) => Promise<Answer>
  /** Whether anybody still wants the answer. */
  isWanted: () => boolean
  /** Whether it can be sent again as it is. */
  isWhole: boolean
  /** Whether sending it twice does no harm. */
  isSafe: boolean
}

/** One service and its replicas. */
export interface Upstream {
  service: UpstreamName
  /** Sends a request that is whole to one replica. */
  send: Send
  /** Sends a request to one replica while its body comes in. */
  stream: Stream
  /** Where its replicas are, whether they answer or not. Never rejects. */
  addresses: AddressBook['addresses']
  /** @throws DomainError `unavailable` when too much is under way */
  takeSlot: () => Slot
  /**
   * The answer, and who gave it; undefined when nobody wants it any more.
   * Rejects with a `DomainError` when the service fails.
   */
  ask: (errand: Errand) => Promise<{ answer: Answer; replica: Replica } | undefined>
}

const MAX_IN_FLIGHT = 1_024
/** How often one request may come to an address that is another service's by then. */
const MAX_MISDIRECTED = 3
const MISDIRECTED = 421

/** Every service. */
export type Upstreams = Readonly<Record<UpstreamName, Upstream>>

/** Reaches every service. */
export function createUpstreams(deps: UpstreamDeps): Upstreams {
  const entries = UPSTREAMS.map((name) => [name, createUpstream(name, deps)])
  return Object.fromEntries(entries) as Upstreams
}

/** Finds replicas of a service that answer, and asks again where that does no harm. */
function createUpstream(
  service: UpstreamName,
  { addresses, limits, logger, lookup, observe = () => {}, tracing }: UpstreamDeps,
): Upstream {
  const target = new URL(addresses[service])
  const agent = createConnectingAgent(target.protocol === 'https:')
  const slots = createSlots({
    service,
    max: limits.maxInFlight ?? MAX_IN_FLIGHT,
    observe: (event) => observe(service, event),
  })
  const book = createAddressBook(target, lookup)
  const replicas = createReplicas({
    book,
    ask: (url) => askWhetherAlive(service, url),
    patienceMs: limits.patienceMs,
    onChange: ({ host }, change) => {
      observe(service, `replica-${change}`)
      const about = { upstream: service, replica: host }
      if (change === 'up') logger.info(about, 'marked healthy again')
      if (change === 'down')
        logger.warn(about, 'marked unhealthy; no requests will be routed to it')
    },
  })

  async function ask({ send, isWanted, isWhole, isSafe }: Errand) {
    let misdirected = 0
    let repeated = false
    let avoid: Replica | undefined
    while (isWanted()) {
      const replica = await replicas.next(isWanted, avoid)
      if (!replica) break
      const started = performance.now()
      const done = replica.sent()
      const span = beginCall(tracing, `ask ${service}`)
      let status = 0
      try {
        const answer = await send(replica.url, traceHeaders(span?.trace))
        status = answer.statusCode ?? 0
        if (answer.statusCode !== MISDIRECTED) {
          replica.heard()
          return { answer, replica }
        }
        answer.resume()
      } catch (error) {
        if (error === CLIENT_LEFT) return undefined
        avoid = replica
        if (isNotReached(error)) {
          replica.lose()
          continue
        }
        replica.doubt()
        const isInTime = performance.now() - started < limits.timeoutMs
        if (repeated || !isInTime || !isSafe) throw noAnswer(service, error)
        repeated = true
        observe(service, 'repeated')
        continue
      } finally {
        done()
        span?.end({
          attributes: status > 0 ? { 'http.response.status_code': status } : {},
          failed: status === 0 || status >= 500,
        })
      }
      // The address is another service's by now. Nothing was touched there, so edits go on too.
      observe(service, 'misdirected')
      replica.lose()
      await replicas.lookAgain()
      if (++misdirected > MAX_MISDIRECTED || !isWhole) break
    }
    if (isWanted()) throw notAvailable(service)
    return undefined
  }

  return {
    service,
    send: createSend(limits.timeoutMs),
    stream: createStream(agent, limits.timeoutMs),
    addresses: book.addresses,
    takeSlot: () => slots.take(),
    ask,
  }
}
