import { Degraded, type Check } from '@landscape/service'
import { type Metrics } from '@landscape/http'
import { IDENTITY_HEADER, SERVICE_HEADER, type IdentitySigner } from '@landscape/identity'
import type { Logger } from '@landscape/logging'
import { z } from 'zod'
import { UPSTREAMS, type UpstreamName } from '../request/prefixes.ts'

export interface ServiceWatchDeps {
  /** Address of each service. */
  upstreams: Readonly<Record<UpstreamName, string>>
  signer: IdentitySigner
  ask: typeof fetch
  logger: Logger
  metrics?: Metrics | undefined
}

/** How the services are, by their own account. */
export interface ServiceWatch {
  checks: Readonly<Record<UpstreamName, Check>>
  /** Asks all of them, for the log alone. */
  look: () => Promise<void>
}

const TIMEOUT_MS = 1_500
const MAX_BYTES = 16_384
/** A service whose replicas disagree must not fill the log. */
const QUIET_MS = 30_000
/** Nobody's: a token that bears it opens no more than the question whether it is believed. */
const GATEWAY = { subject: 'gateway', email: 'gateway@landscape.invalid', groups: [] }

const Name = z.string().regex(/^[\w-]{1,30}$/)
const Report = z.object({
  status: z.enum(['ready', 'degraded', 'not ready', 'draining']),
  checks: z.record(Name, z.string().max(30)),
  reasons: z.record(Name, z.string().max(500)).default({}),
})
type Report = z.infer<typeof Report>

/**
 * Asks each service for its readiness with an identity made out to it, and so proves that it would
 * believe a caller's. The report names what fails; the reasons, which may name buckets and
 * addresses, go to the log only, since everybody may read the report.
 */
export function createServiceWatch({
  upstreams,
  signer,
  ask,
  logger,
  metrics,
}: ServiceWatchDeps): ServiceWatch {
  const count = metrics?.counter(
    'landscape_service_checks_total',
    'Questions of the gateway to the services by how they are: ok, degraded, failing',
    ['service', 'outcome'],
  )
  const checkOf = (name: UpstreamName): Check => {
    const tell = createTeller(logger, name)
    const check = async () => {
      const token = await signer.sign(GATEWAY, name)
      const headers = { [IDENTITY_HEADER]: token, [SERVICE_HEADER]: name }
      const report = await reportOf(upstreams[name], headers, ask)
      tell(report)
      assertWell(report)
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
  return {
    checks,
    look: async () => {
      await Promise.allSettled(Object.values(checks).map((check) => check()))
    },
  }
}

async function reportOf(
  address: string,
  headers: Record<string, string>,
  ask: typeof fetch,
): Promise<Report> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await ask(`${address}/readyz`, { signal, headers, redirect: 'error' })
    const report = Report.safeParse(JSON.parse(await boundedText(answer)))
    if (report.success) return report.data
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error('not understood', { cause: error })
    // What `fetch` says itself is "fetch failed".
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    throw new Error(signal.aborted ? 'no answer' : (code ?? 'no connection'), { cause: error })
  }
  throw new Error('not understood')
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new SyntaxError('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** @throws Degraded when it can do part of its work, another error when it cannot do any */
function assertWell({ status, checks, reasons }: Report): void {
  if (checks['identity'] === undefined) throw new Error('does not say whether it believes us')
  if (checks['identity'] !== 'ok') throw new Error(`refuses our identity: ${reasons['identity']}`)
  if (status === 'ready') return
  const failing = Object.keys(checks).filter((name) => checks[name] !== 'ok')
  const text = [status, ...(failing.length > 0 ? [failing.slice(0, 5).join(', ')] : [])].join(': ')
  throw status === 'degraded' ? new Degraded(text) : new Error(text)
}

/** Logs when a service begins to say that something is wrong, and when it says that all is well. */
function createTeller(logger: Logger, upstream: UpstreamName): (report: Report) => void {
  let told = { text: '', at: -QUIET_MS }
  return ({ status, reasons }) => {
    const text = Object.keys(reasons).sort().join()
    const now = performance.now()
    if (status === 'draining' || text === told.text || now - told.at < QUIET_MS) return
    told = { text, at: now }
    if (reasons['identity'] !== undefined) {
      logger.error(
        { upstream, reason: reasons['identity'] },
        'refuses the identity of every caller: INTERNAL_TOKEN_SECRET and clocks must agree',
      )
    } else if (text !== '') logger.warn({ upstream, status, reasons }, 'says that it is not well')
    else logger.info({ upstream }, 'is well and believes our identity again')
  }
}
