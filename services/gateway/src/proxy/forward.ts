import { SERVICE_HEADER } from '@landscape/identity'
import type { Logger } from '@landscape/logging'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { UPSTREAMS, type UpstreamName } from '../request/prefixes.ts'
import { createAddressBook, type Lookup } from './address-book.ts'
import { createAnswers } from './answers.ts'
import { isNotReached } from './connecting-agent.ts'
import type { Replica } from './replica.ts'
import { createReplicas } from './replicas.ts'
import { askWhetherAlive, createSend, ClientLeft, noAnswer, notAvailable } from './send.ts'
import { createSlots } from './slots.ts'
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

export interface ForwardDeps {
  /** Address of each service. */
  upstreams: Readonly<Record<UpstreamName, string>>
  upstreamLimits: UpstreamLimits
  logger: Logger
  /** Finds the addresses of a service's name; the system's way when absent. */
  lookup?: Lookup | undefined
  /** Told what happens, in passing: it must be quick and must not throw. */
  observe?: ((service: UpstreamName, event: UpstreamEvent) => void) | undefined
}

const MAX_IN_FLIGHT = 1_024
/** How often one request may come to an address that is another service's by then. */
const MAX_MISDIRECTED = 3
const MISDIRECTED = 421

/**
 * Streams a request to a service and the answer back; the path stays as it is.
 * Rejects with a `DomainError` when the service fails.
 */
export function createForwarder(deps: ForwardDeps) {
  const pass = createAnswers()
  const passOn = Object.fromEntries(
    UPSTREAMS.map((name) => [name, createUpstream(name, deps, pass)]),
  ) as Record<UpstreamName, ReturnType<typeof createUpstream>>
  return async (request: GatewayRequest, service: UpstreamName): Promise<void> => {
    const { headers } = request.req
    headers[SERVICE_HEADER] = service
    if (request.body) {
      headers['content-length'] = String(request.body.length)
      delete headers['transfer-encoding']
    }
    await passOn[service](request)
  }
}

function createUpstream(
  service: UpstreamName,
  { upstreams, upstreamLimits: limits, logger, lookup, observe = () => {} }: ForwardDeps,
  pass: ReturnType<typeof createAnswers>,
) {
  const target = new URL(upstreams[service])
  const send = createSend(target.protocol === 'https:', limits.timeoutMs)
  const slots = createSlots({
    service,
    max: limits.maxInFlight ?? MAX_IN_FLIGHT,
    observe: (event) => observe(service, event),
  })
  const replicas = createReplicas({
    book: createAddressBook(target, lookup),
    ask: (url) => askWhetherAlive(service, url),
    patienceMs: limits.patienceMs,
    onChange: ({ host }, change) => {
      observe(service, `replica-${change}`)
      const about = { upstream: service, replica: host }
      if (change === 'up') logger.info(about, 'answers again')
      if (change === 'down') logger.warn(about, 'does not answer: it gets no requests for now')
    },
  })

  /** The answer and who gave it; undefined when the client left. */
  async function ask(request: GatewayRequest) {
    const { res } = request
    const isWanted = () => !res.destroyed
    let misdirected = 0
    let repeated = false
    let avoid: Replica | undefined
    while (isWanted()) {
      const replica = await replicas.next(isWanted, avoid)
      if (!replica) break
      const started = performance.now()
      const done = replica.sent()
      try {
        const answer = await send(request, replica.url)
        replica.heard()
        if (answer.statusCode !== MISDIRECTED) return { answer, replica }
        answer.resume()
      } catch (error) {
        if (error instanceof ClientLeft) return undefined
        avoid = replica
        if (isNotReached(error)) {
          replica.lose()
          continue
        }
        replica.doubt()
        const isInTime = performance.now() - started < limits.timeoutMs
        if (repeated || !isInTime || !isSafe(request)) throw noAnswer(service, error)
        repeated = true
        observe(service, 'repeated')
        continue
      } finally {
        done()
      }
      // The address is another service's by now. Nothing was touched there, so edits go on too.
      observe(service, 'misdirected')
      replica.lose()
      await replicas.lookAgain()
      if (++misdirected > MAX_MISDIRECTED || !isWhole(request)) break
    }
    if (isWanted()) throw notAvailable(service)
    return undefined
  }

  return async (request: GatewayRequest): Promise<void> => {
    const slot = slots.take()
    try {
      const found = await ask(request)
      if (!found) return
      await pass(found.answer, request.res, slot).catch((error: unknown) => {
        found.replica.doubt()
        throw noAnswer(service, error)
      })
    } finally {
      slot.free()
    }
  }
}

/** Whether a request may be sent again as it is: what is streamed is gone once it was sent. */
function isWhole({ req, body }: GatewayRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
  return body !== undefined || (coding === undefined && length === '0')
}

/** Whether sending a request twice does no harm (RFC 9110 §9.2.1). */
function isSafe(request: GatewayRequest): boolean {
  const { method } = request.req
  return (method === 'GET' || method === 'HEAD') && isWhole(request)
}
