import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServicePlan } from './plan.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How Node runs a service. */
export const NODE = {
  execArgv: [
    '--disable-warning=ExperimentalWarning',
    // A small nursery, and a heap that is cleaned well before it has doubled, each save a third of the memory, and
    // cost no measurable time but for the first page.
    '--max-semi-space-size=4',
    '--heap-growing-percent=60',
  ],
  env: {
    // Types need not be stripped, nor code be compiled, again at each start: that takes nearly half of its time, and 25 MB.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? `${root}node_modules/.cache/compile`,
    // glibc gives threads heaps of their own, up to eight for each core, and keeps what is freed in each.
    MALLOC_ARENA_MAX: '2',
  },
}

/**
 * Starts a service's process. The channel to its parent is how it notices that the parent is gone,
 * even when the parent had no time to say so.
 *
 * @param output `inherit` writes where this process writes; `pipe` lets the caller read it
 */
export function launch(service: ServicePlan, output: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
  return fork(`${root}${service.script}`, [], {
    cwd: root,
    env: { ...NODE.env, ...service.env },
    execArgv: NODE.execArgv,
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
