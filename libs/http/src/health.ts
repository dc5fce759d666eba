import type { RequestHandler } from 'express'
import { Router } from 'express'

/** A dependency's check; it rejects when the dependency does not answer. */
export type Check = () => Promise<unknown>

export interface HealthDeps {
  /** Dependencies by name; one that fails makes the process not ready. */
  checks: Readonly<Record<string, Check>>
  /** What the process reports on but can do without: a failure leaves it ready. */
  reported?: Readonly<Record<string, Check>>
  /** True from the moment the process was told to stop. */
  isDraining: () => boolean
}

const CHECK_TIMEOUT_MS = 2_000
const CACHE_MS = 1_000

type Outcome = 'ok' | 'failing'

interface Readiness {
  status: 'ready' | 'not ready'
  checks: Record<string, Outcome>
}

/** `/livez`: the process answers. `/readyz`: it and what it needs can serve, else 503 and why. */
export function healthRoutes({ checks, reported = {}, isDraining }: HealthDeps): Router {
  let shared: { at: number; answer: Promise<Readiness> } | undefined
  const readiness = () => {
    const now = performance.now()
    if (!shared || now - shared.at > CACHE_MS)
      shared = { at: now, answer: runChecks(checks, reported) }
    return shared.answer
  }
  const livez: RequestHandler = (_req, res) => {
    res.set('cache-control', 'no-store').json({ status: 'alive' })
  }
  const readyz: RequestHandler = async (_req, res) => {
    const { status, checks } = await readiness()
    const draining = isDraining()
    res
      .status(draining || status !== 'ready' ? 503 : 200)
      .set('cache-control', 'no-store')
      .json({ status: draining ? 'draining' : status, checks })
  }
  return Router().get('/livez', livez).get('/readyz', readyz)
}

async function runChecks(
  needed: Readonly<Record<string, Check>>,
  reported: Readonly<Record<string, Check>>,
): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries({ ...reported, ...needed }).map(
      async ([name, check]) => [name, await outcome(check)] as const,
    ),
  )
  const ready = results.every(([name, result]) => result === 'ok' || !(name in needed))
  return { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(results) }
}

async function outcome(check: Check): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => late.resolve('failing'), CHECK_TIMEOUT_MS)
  try {
    return await Promise.race([check().then(() => 'ok' as const), late.promise])
  } catch {
    return 'failing'
  } finally {
    clearTimeout(timer)
  }
}
