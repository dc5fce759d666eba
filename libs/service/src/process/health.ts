import { withinTime } from '@landscape/errors'
import { IDENTITY_HEADER, IdentityRefused, type IdentityVerifier } from '@landscape/identity'
import { redactText, type Logger } from '@landscape/logging'
import { Router, type Request } from 'express'

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
/** What comes and goes, and what is only starting, must not fill the log. */
const QUIET_MS = 30_000

interface Failure {
  state: 'degraded' | 'failing'
  reason: string
}

interface Readiness {
  status: 'ready' | 'degraded' | 'not ready'
  checks: Record<string, 'ok' | Failure['state']>
  /** Why checks fail, by name. */
  reasons?: Record<string, string>
}

/** `/livez`: the process answers. `/readyz`: 200 when it can serve, else 503, and why. */
export function healthRoutes({
  checks,
  reported = {},
  isDraining,
  identity,
  logger,
  now = () => performance.now(),
}: HealthDeps): Router {
  const tell = logger && createTeller(logger, now)
  const pending = new Set(Object.keys(checks))
  const all = { ...reported, ...checks }
  let shared: { at: number; answer: Promise<Readiness> } | undefined

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
  const answerTo = async (req: Request): Promise<Readiness> => {
    const asked = now()
    if (!shared || asked - shared.at > CACHE_MS) shared = { at: asked, answer: readiness() }
    return withIdentity(await shared.answer, await refusalOf(req, identity))
  }
  return Router()
    .get('/livez', (_req, res) => {
      res.set('cache-control', 'no-store').json({ status: 'alive' })
    })
    .get('/readyz', async (req, res) => {
      const answer = await answerTo(req)
      const draining = isDraining()
      res
        .status(draining || answer.status === 'not ready' ? 503 : 200)
        .set('cache-control', 'no-store')
        .json(draining ? { ...answer, status: 'draining' } : answer)
    })
}

/** Logs what changes in the readiness, at most one line in half a minute, counted from the start. */
function createTeller(logger: Pick<Logger, 'info' | 'warn'>, now: () => number) {
  let told = { text: 'ready', at: now() }
  return ({ status, reasons = {} }: Readiness) => {
    const text = [status, ...Object.keys(reasons).sort()].join(' ')
    if (text === told.text || now() - told.at < QUIET_MS) return
    told = { text, at: now() }
    if (status === 'ready') logger.info('ready again')
    else logger.warn({ status, reasons }, 'readiness changed')
  }
}

/** Why the identity of a question is not believed; `none` when it is, `undefined` without one. */
async function refusalOf({ headers }: Request, verifier: IdentityVerifier | undefined) {
  const token = headers[IDENTITY_HEADER]
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
