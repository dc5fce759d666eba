import { cachedFor } from '@landscape/contracts/async/share-calls'
import { withinTime } from '@landscape/contracts/async/within-time'
import type { Logger } from '@landscape/contracts/logger'
import {
  IDENTITY_HEADER,
  IdentityRejected,
  type IdentityVerifier,
} from '../identity/identity-token.ts'
import { otherReply, reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { redactText } from '@landscape/http/telemetry/redact'
import { z } from 'zod'
import { createStateChangeFilter } from './state-change-filter.ts'

/** Check of a dependency; it rejects when the dependency does not respond, or with `Degraded`. */
export type Check = () => Promise<unknown>

/** A dependency that responds but is impaired. */
export class Degraded extends Error {}

export interface HealthDeps {
  /**
   * Dependencies by name. The process becomes ready once each has responded. A later failure is only
   * reported: the process can serve cached data, and a shared failure would remove every replica.
   */
  checks: Readonly<Record<string, Check>>
  /** Optional dependencies by name: reported only. */
  reported?: Readonly<Record<string, Check>>
  /** True once the process is stopping. */
  isDraining: () => boolean
  /**
   * Verifies the identity of a request and reports it as the check `identity`: the gateway learns
   * whether secrets and clocks agree.
   */
  identity?: IdentityVerifier
  /** Receives each change of readiness, when a request finds it. */
  logger?: Pick<Logger, 'info' | 'warn'> | undefined
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

const CHECK_TIMEOUT_MS = 2_000
const CACHE_MS = 1_000
const MAX_REASON_LENGTH = 300
const FRESH = { 'cache-control': 'no-store' }

interface Failure {
  state: 'degraded' | 'failing'
  reason: string
}

const Readiness = z.object({
  status: z.enum(['ready', 'degraded', 'not ready', 'draining']),
  checks: z
    .record(z.string(), z.enum(['ok', 'degraded', 'failing']))
    .meta({ description: 'state of each dependency, by name' }),
  reasons: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'reason of each failing check, by name' }),
})
type Readiness = z.infer<typeof Readiness>

/** `/livez`: 200 while the process runs. `/readyz`: 200 when it can serve, else 503 with reasons. */
export function healthRoutes({ isDraining, identity, ...deps }: HealthDeps): Route[] {
  const { now = () => performance.now() } = deps
  const recent = cachedFor(CACHE_MS, createReadiness({ ...deps, isDraining, now }), now)
  return [
    LIVENESS,
    route({
      method: 'get',
      path: '/readyz',
      id: 'getReadiness',
      tag: 'Health',
      summary: 'Get readiness and the state of each dependency',
      description:
        'For load balancers. Returns 200 while a dependency is down, as long as cached data can ' +
        'be served. Returns 503 while the process starts or stops.',
      access: 'public',
      ...(identity && {
        headers: {
          [IDENTITY_HEADER]: {
            description: 'identity token to verify',
            example: 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImtpbUBhY21lLmV4YW1wbGUifQ.c2lnbmVk',
          },
        },
      }),
      reply: Readiness,
      others: { 503: Readiness },
      async handle({ headers }) {
        const rejection = await rejectionOf(headers[IDENTITY_HEADER], identity)
        const state = withIdentity(await recent(), rejection)
        if (isDraining()) return otherReply(503, { ...state, status: 'draining' }, FRESH)
        return state.status === 'not ready'
          ? otherReply(503, state, FRESH)
          : reply(200, state, FRESH)
      },
    }),
  ]
}

const LIVENESS = route({
  method: 'get',
  path: '/livez',
  id: 'getLiveness',
  tag: 'Health',
  summary: 'Get liveness',
  description: 'For orchestrators that restart a process; does not check dependencies.',
  access: 'public',
  reply: z.object({ status: z.literal('alive') }),
  handle: () => reply(200, { status: 'alive' }, FRESH),
})

/** Runs all checks; logs changes of their result unless the process is draining. */
function createReadiness({
  checks,
  reported = {},
  isDraining,
  logger,
  now,
}: Omit<HealthDeps, 'identity' | 'now'> & { now: () => number }): () => Promise<Readiness> {
  const logChange = logger && createReadinessLog(logger, now)
  const pending = new Set(Object.keys(checks))
  const all = { ...reported, ...checks }
  return async () => {
    const failures = await failuresOf(all)
    for (const name of pending) if (!failures.has(name)) pending.delete(name)
    const failing = failures.size > 0
    const state: Readiness = {
      status: pending.size > 0 ? 'not ready' : failing ? 'degraded' : 'ready',
      checks: Object.fromEntries(
        Object.keys(all).map((name) => [name, failures.get(name)?.state ?? 'ok']),
      ),
      ...(failing && {
        reasons: Object.fromEntries([...failures].map(([name, { reason }]) => [name, reason])),
      }),
    }
    if (!isDraining()) logChange?.(state)
    return state
  }
}

/** Logs changes of readiness: at most one line in 30 s, none in the first 30 s. */
function createReadinessLog(logger: Pick<Logger, 'info' | 'warn'>, now: () => number) {
  const shouldLog = createStateChangeFilter('ready', now(), now)
  return ({ status, reasons = {} }: Readiness) => {
    if (!shouldLog([status, ...Object.keys(reasons).sort()].join(' '))) return
    if (status === 'ready') logger.info('ready again')
    else logger.warn({ status, reasons }, 'readiness changed')
  }
}

/** Why the identity of a request is rejected; `none` when valid, `undefined` without one. */
async function rejectionOf(token: unknown, verifier: IdentityVerifier | undefined) {
  if (verifier === undefined || typeof token !== 'string') return undefined
  return verifier.verify(token).then(
    () => 'none' as const,
    (error: unknown) => (error instanceof IdentityRejected ? error.reason : 'not verified'),
  )
}

function withIdentity(state: Readiness, rejection: string | undefined): Readiness {
  if (rejection === undefined) return state
  if (rejection === 'none') return { ...state, checks: { ...state.checks, identity: 'ok' } }
  return {
    status: state.status === 'ready' ? 'degraded' : state.status,
    checks: { ...state.checks, identity: 'failing' },
    reasons: { ...state.reasons, identity: rejection },
  }
}

/** The failing checks by name, with their reasons. */
async function failuresOf(checks: Readonly<Record<string, Check>>) {
  const failures = new Map<string, Failure>()
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const failure = await failureOf(check)
      if (failure) failures.set(name, failure)
    }),
  )
  return failures
}

async function failureOf(check: Check): Promise<Failure | undefined> {
  try {
    const passed = check().then(() => undefined)
    return await withinTime<Failure | undefined>(passed, CHECK_TIMEOUT_MS, () => {
      return { state: 'failing', reason: `no response within ${CHECK_TIMEOUT_MS / 1_000} s` }
    })
  } catch (error) {
    const reason = Error.isError(error) && error.message !== '' ? error.message : 'failed'
    return {
      state: error instanceof Degraded ? 'degraded' : 'failing',
      reason: redactText(reason).slice(0, MAX_REASON_LENGTH),
    }
  }
}
