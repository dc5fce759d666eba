import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServicePlan } from './plan.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Stripping types and compiling takes nearly half of the time of a start; an image is built with it. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` }

/**
 * Starts a service's process. The channel to its parent is how it notices that the parent is gone,
 * even when the parent had no time to say so.
 *
 * @param output `inherit` writes where this process writes; `pipe` lets the caller read it
 */
export function launch(service: ServicePlan, output: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
  return fork(`${root}${service.script}`, [], {
    cwd: root,
    env: { ...COMPILE_CACHE, ...service.env },
    execArgv: [],
    stdio: ['ignore', output, output, 'ipc'],
  })
}

/** Resolves when the process has ended, at once when it already has. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
}

/** Asks the process to stop, and ends it by force when it has not within the grace period. */
export async function stopChild(child: ChildProcess, graceMs: number): Promise<void> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended(child)
  clearTimeout(force)
}
