import { redactText } from '@landscape/logging'
import type { RequestHandler } from 'express'
import { Router } from 'express'

/** A dependency's check; it rejects when the dependency does not answer. */
export type Check = () => Promise<unknown>

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
}

const CHECK_TIMEOUT_MS = 2_000
const CACHE_MS = 1_000
const MAX_REASON_LENGTH = 300

interface Readiness {
  status: 'ready' | 'degraded' | 'not ready'
  checks: Record<string, 'ok' | 'failing'>
  /** Why checks fail, by name. */
  reasons?: Record<string, string>
}

/** `/livez`: the process answers. `/readyz`: 200 when it can serve, else 503, and why. */
export function healthRoutes({ checks, reported = {}, isDraining }: HealthDeps): Router {
  const pending = new Set(Object.keys(checks))
  const all = { ...reported, ...checks }
  let shared: { at: number; answer: Promise<Readiness> } | undefined

  async function readiness(): Promise<Readiness> {
    const reasons = await reasonsOf(all)
    for (const name of pending) if (!(name in reasons)) pending.delete(name)
    const failing = Object.keys(reasons).length > 0
    return {
      status: pending.size > 0 ? 'not ready' : failing ? 'degraded' : 'ready',
      checks: Object.fromEntries(
        Object.keys(all).map((name) => [name, name in reasons ? 'failing' : 'ok']),
      ),
      ...(failing && { reasons }),
    }
  }
  const livez: RequestHandler = (_req, res) => {
    res.set('cache-control', 'no-store').json({ status: 'alive' })
  }
  const readyz: RequestHandler = async (_req, res) => {
    const now = performance.now()
    if (!shared || now - shared.at > CACHE_MS) shared = { at: now, answer: readiness() }
    const answer = await shared.answer
    const draining = isDraining()
    res
      .status(draining || answer.status === 'not ready' ? 503 : 200)
      .set('cache-control', 'no-store')
      .json(draining ? { ...answer, status: 'draining' } : answer)
  }
  return Router().get('/livez', livez).get('/readyz', readyz)
}

/** Why checks fail; empty when none does. */
async function reasonsOf(checks: Readonly<Record<string, Check>>): Promise<Record<string, string>> {
  const reasons: Record<string, string> = {}
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const reason = await reasonOf(check)
      if (reason !== undefined) reasons[name] = reason
    }),
  )
  return reasons
}

async function reasonOf(check: Check): Promise<string | undefined> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(
    () => late.resolve(`no answer within ${CHECK_TIMEOUT_MS / 1_000} s`),
    CHECK_TIMEOUT_MS,
  )
  try {
    return await Promise.race([check().then(() => undefined), late.promise])
  } catch (error) {
    const text = Error.isError(error) && error.message !== '' ? error.message : 'failed'
    return redactText(text).slice(0, MAX_REASON_LENGTH)
  } finally {
    clearTimeout(timer)
  }
}
