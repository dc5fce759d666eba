import { cachedFor, type Logger, withinTime } from '@landscape/contracts'
import {
  IDENTITY_HEADER,
  IdentityRefused,
  type IdentityVerifier,
} from '../identity/identity-token.ts'
import { otherReply, redactText, reply, route, type Route } from '@landscape/http'
import { z } from 'zod'
import { createStateChangeFilter } from './state-change-filter.ts'

/** A dependency's check; it rejects when the dependency does not answer, or with `Degraded`. */
export type Check = () => Promise<unknown>

/** A dependency that answers, but not as it should. */
export class Degraded extends Error {}

export interface HealthDeps {
  /**
   * Dependencies by name. The process is not ready before each has answered once. A failure after
   * that is reported but leaves it ready: it can serve what it holds and refuse the rest with a
   * reason, while traffic taken away from every replica at once would help nobody.
   */
  checks: Readonly<Record<string, Check>>
  /** What the process can do without from the start. */
  reported?: Readonly<Record<string, Check>>
  /** True from the moment the process was told to stop. */
  isDraining: () => boolean
  /**
   * Answers a question that bears an identity with one more check, `identity`: whether it is
   * believed. So the gateway learns whether secrets and clocks agree; who has no identity learns nothing.
   */
  identity?: IdentityVerifier
  /** Told once of each change, by those who ask. */
  logger?: Pick<Logger, 'info' | 'warn'> | undefined
  /** Milliseconds of a clock that is never set. */
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
    .meta({ description: 'how each part that is used is, by name' }),
  reasons: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'why checks are not ok, by name' }),
})
type Readiness = z.infer<typeof Readiness>

/** `/livez`: the process answers. `/readyz`: 200 when it can serve, else 503, and why. */
export function healthRoutes({
  checks,
  reported = {},
  isDraining,
  identity,
  logger,
  now = () => performance.now(),
}: HealthDeps): Route[] {
  const tell = logger && createTeller(logger, now)
  const pending = new Set(Object.keys(checks))
  const all = { ...reported, ...checks }

  async function readiness(): Promise<Readiness> {
    const failures = await failuresOf(all)
    for (const name of pending) if (!(name in failures)) pending.delete(name)
    const failing = Object.keys(failures).length > 0
    const state: Readiness = {
      status: pending.size > 0 ? 'not ready' : failing ? 'degraded' : 'ready',
      checks: Object.fromEntries(
        Object.keys(all).map((name) => [name, failures[name]?.state ?? 'ok']),
      ),
      ...(failing && {
        reasons: Object.fromEntries(
          Object.entries(failures).map(([name, { reason }]) => [name, reason]),
        ),
      }),
    }
    if (!isDraining()) tell?.(state)
    return state
  }
  const recent = cachedFor(CACHE_MS, readiness, now)
  const answerTo = async (token: unknown) =>
    withIdentity(await recent(), await refusalOf(token, identity))
  return [
    route({
      method: 'get',
      path: '/livez',
      id: 'getLiveness',
      tag: 'Health',
      summary: 'Whether the process runs',
      description: 'For orchestrators that restart a process; does not check dependencies.',
      example: { status: 'alive' },
      access: 'public',
      reply: z.object({ status: z.literal('alive') }),
      handle: () => reply(200, { status: 'alive' }, FRESH),
    }),
    route({
      method: 'get',
      path: '/readyz',
      id: 'getReadiness',
      tag: 'Health',
      summary: 'Whether it can serve, and how each part that it uses is',
      description:
        'For load balancers. Returns 200 while a dependency is down, as long as cached data can be served. Returns 503 while the process starts or stops.',
      example: { status: 'ready', checks: { projects: 'ok', data: 'ok' } },
      access: 'public',
      ...(identity && {
        headers: {
          [IDENTITY_HEADER]: {
            description: 'an identity, to learn if it is believed',
            example: 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImtpbUBhY21lLmV4YW1wbGUifQ.c2lnbmVk',
          },
        },
      }),
      reply: Readiness,
      others: { 503: Readiness },
      async handle({ headers }) {
        const answer = await answerTo(headers[IDENTITY_HEADER])
        if (isDraining()) return otherReply(503, { ...answer, status: 'draining' }, FRESH)
        return answer.status === 'not ready'
          ? otherReply(503, answer, FRESH)
          : reply(200, answer, FRESH)
      },
    }),
  ]
}

/** Logs what changes in the readiness, at most one line in half a minute, counted from the start. */
function createTeller(logger: Pick<Logger, 'info' | 'warn'>, now: () => number) {
  const shouldLog = createStateChangeFilter('ready', now(), now)
  return ({ status, reasons = {} }: Readiness) => {
    if (!shouldLog([status, ...Object.keys(reasons).sort()].join(' '))) return
    if (status === 'ready') logger.info('ready again')
    else logger.warn({ status, reasons }, 'readiness changed')
  }
}

/** Why the identity of a question is not believed; `none` when it is, `undefined` without one. */
async function refusalOf(token: unknown, verifier: IdentityVerifier | undefined) {
  if (verifier === undefined || typeof token !== 'string') return undefined
  return verifier.verify(token).then(
    () => 'none' as const,
    (error: unknown) => (error instanceof IdentityRefused ? error.reason : 'not verified'),
  )
}

function withIdentity(answer: Readiness, refusal: string | undefined): Readiness {
  if (refusal === undefined) return answer
  if (refusal === 'none') return { ...answer, checks: { ...answer.checks, identity: 'ok' } }
  return {
    status: answer.status === 'ready' ? 'degraded' : answer.status,
    checks: { ...answer.checks, identity: 'failing' },
    reasons: { ...answer.reasons, identity: refusal },
  }
}

/** What checks fail, and why; empty when none does. */
async function failuresOf(checks: Readonly<Record<string, Check>>) {
  const failures: Record<string, Failure> = {}
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const failure = await failureOf(check)
      if (failure) failures[name] = failure
    }),
  )
  return failures
}

async function failureOf(check: Check): Promise<Failure | undefined> {
  try {
    const well = check().then(() => undefined)
    return await withinTime<Failure | undefined>(well, CHECK_TIMEOUT_MS, () => {
      return { state: 'failing', reason: `no answer within ${CHECK_TIMEOUT_MS / 1_000} s` }
    })
  } catch (error) {
    const text = Error.isError(error) && error.message !== '' ? error.message : 'failed'
    return {
      state: error instanceof Degraded ? 'degraded' : 'failing',
      reason: redactText(text).slice(0, MAX_REASON_LENGTH),
    }
  }
}
