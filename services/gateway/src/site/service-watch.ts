import { GATEWAY_IDENTITY } from '@landscape/runtime/identity/gateway-identity'
import {
  IDENTITY_HEADER,
  type IdentitySigner,
  SERVICE_HEADER,
} from '@landscape/runtime/identity/identity-token'
import { type Check, Degraded } from '@landscape/runtime/process/health'
import { createStateChangeFilter } from '@landscape/runtime/process/state-change-filter'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Logger } from '@landscape/contracts/logger'
import { z } from 'zod'
import { isNotReached } from '../forward/connecting-agent.ts'
import { readText } from '../forward/request-service.ts'
import type { UpstreamRequest } from '../forward/send.ts'
import type { Upstream, Upstreams } from '../forward/upstream.ts'
import { UPSTREAMS, type UpstreamName } from '../request/prefixes.ts'
import { ownMember } from '@landscape/contracts/json'

interface ServiceWatchDeps {
  upstreams: Upstreams
  signer: IdentitySigner
  logger: Logger
  metrics?: Metrics | undefined
}

/** No process listens at an address. */
class NotReached extends Error {}

/** Health of the services, as they report it. */
interface ServiceWatch {
  checks: Readonly<Record<UpstreamName, Check>>
  /** Checks all services regularly for the log and the metrics; the result stops it. */
  start: () => () => Promise<void>
}

const INTERVAL_MS = 10_000
const TIMEOUT_MS = 1_500
const MAX_BYTES = 16_384
/** Maximum number of replicas of one service to check, all concurrently. */
const MAX_REPLICAS = 16

const Name = z.string().regex(/^[\w-]{1,30}$/)
const Report = z.object({
  status: z.enum(['ready', 'degraded', 'not ready', 'draining']),
  checks: z.record(Name, z.string().max(30)),
  reasons: z.record(Name, z.string().max(500)).default({}),
})
type Report = z.infer<typeof Report>

/**
 * Requests the readiness of each replica of each service with a signed identity, which proves that it would
 * accept a caller's. A service with some unhealthy replicas is degraded. The public report names the
 * failing checks; their reasons, which may contain buckets and addresses, are only logged.
 */
export function createServiceWatch({
  upstreams,
  signer,
  logger,
  metrics,
}: ServiceWatchDeps): ServiceWatch {
  const count = metrics?.counter(
    'landscape_service_checks_total',
    'Checks of the services by the gateway, by outcome: ok, degraded, failing',
    ['service', 'outcome'],
  )
  const checkOf = (name: UpstreamName): Check => {
    const upstream = upstreams[name]
    let reporters = new Map<string, Reporter>()
    const check = async () => {
      const token = await signer.sign(GATEWAY_IDENTITY, name)
      const headers = { [IDENTITY_HEADER]: token, [SERVICE_HEADER]: name }
      const replicas = (await upstream.addresses()).slice(0, MAX_REPLICAS)
      const before = reporters
      reporters = new Map(
        replicas.map(({ host }) => [host, before.get(host) ?? createReporter(logger, name, host)]),
      )
      const outcomes = await Promise.allSettled(
        replicas.map(async (replica) => {
          const report = await reportOf(upstream, replica, headers)
          reporters.get(replica.host)?.(report)
          assertHealthy(report)
        }),
      )
      assertAllHealthy(outcomes)
    }
    return async () => {
      try {
        await check()
        count?.({ service: name, outcome: 'ok' })
      } catch (error) {
        count?.({ service: name, outcome: error instanceof Degraded ? 'degraded' : 'failing' })
        throw error
      }
    }
  }
  const checks = Object.fromEntries(UPSTREAMS.map((name) => [name, checkOf(name)])) as Record<
    UpstreamName,
    Check
  >
  const checkAll = () => Promise.allSettled(Object.values(checks).map((check) => check()))
  return {
    checks,
    start() {
      const timer = setInterval(() => void checkAll(), INTERVAL_MS).unref()
      return async () => clearInterval(timer)
    },
  }
}

async function reportOf(
  upstream: Upstream,
  replica: URL,
  headers: UpstreamRequest['headers'],
): Promise<Report> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await upstream.send(replica, { path: '/readyz', headers, signal })
    const text = await readText(response, MAX_BYTES)
    const report = Report.safeParse(JSON.parse(text ?? ''))
    if (report.success) return report.data
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Error('returned an invalid readiness report', { cause: error })
    if (signal.aborted) throw new Error('no response', { cause: error })
    const { code = 'no connection' } = error as { code?: string }
    throw isNotReached(error)
      ? new NotReached(code, { cause: error })
      : new Error(code, { cause: error })
  }
  throw new Error('returned an invalid readiness report')
}

/** @throws Degraded when the replica works in part, another error when it does not work */
function assertHealthy({ status, checks, reasons }: Report): void {
  if (checks['identity'] === undefined)
    throw new Error('readiness report lacks the "identity" check')
  if (checks['identity'] !== 'ok') throw new Error(`rejects our identity: ${reasons['identity']}`)
  if (status === 'ready') return
  const failing = Object.keys(checks).filter((name) => ownMember(checks, name) !== 'ok')
  const text = [status, ...(failing.length > 0 ? [failing.slice(0, 5).join(', ')] : [])].join(': ')
  throw status === 'degraded' ? new Degraded(text) : new Error(text)
}

/**
 * Addresses without a listener are ignored while another one works: names resolve to IPv4 and IPv6, and
 * services may listen on one only.
 *
 * @throws Degraded when some replicas are healthy, the error of one of them when none is
 */
function assertAllHealthy(outcomes: readonly PromiseSettledResult<void>[]): void {
  const all = outcomes.map((one) => (one.status === 'rejected' ? (one.reason as Error) : undefined))
  const reached = all.filter((error) => !(error instanceof NotReached))
  const replicas = reached.length > 0 ? reached : all
  const errors = replicas.filter((error) => error !== undefined)
  const worst = errors.find((error) => !(error instanceof Degraded)) ?? errors[0]
  if (!worst) return
  const isServing = replicas.some((error) => error === undefined || error instanceof Degraded)
  if (!isServing || replicas.length === 1) throw worst
  throw new Degraded(`${errors.length} of ${replicas.length} replicas: ${worst.message}`)
}

type Reporter = (report: Report) => void

/** Logs when a replica reports a problem, and when it is healthy again. */
function createReporter(logger: Logger, upstream: UpstreamName, replica: string): Reporter {
  const shouldLog = createStateChangeFilter('')
  return ({ status, reasons }) => {
    const failing = Object.keys(reasons).sort().join()
    if (status === 'draining' || !shouldLog(failing)) return
    if (reasons['identity'] !== undefined) {
      logger.error(
        { upstream, replica, reason: reasons['identity'] },
        'rejects the identity of every caller: INTERNAL_TOKEN_SECRET and clocks must agree',
      )
    } else if (failing !== '')
      logger.warn({ upstream, replica, status, reasons }, 'replica reports a problem')
    else logger.info({ upstream, replica }, 'replica is ready again')
  }
}
