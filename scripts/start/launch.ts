import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServiceName, ServicePlan } from './plan.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How Node runs a service. */
export function nodeFor(service: ServiceName) {
  return {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // A heap that is cleaned well before it has doubled saves a third of the memory, and costs no measurable time.
      '--heap-growing-percent=60',
      // V8 would take the lists of requests' listeners for old, since some survived once, and each keeps its request.
      '--no-allocation-site-pretenuring',
    ],
    env: {
      // Megabytes. A small nursery saves a third of the memory of who holds documents. The gateway holds none, and has so much
      // under way at once that it would have to move most of that out of a small one: a tenth of its time.
      NODE_OPTIONS: `--max-semi-space-size=${service === 'gateway' ? 16 : 4}`,
      // Types need not be stripped, nor code be compiled, again at each start: that takes nearly half of its time, and 25 MB.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? `${root}node_modules/.cache/compile`,
      // glibc gives threads heaps of their own, up to eight for each core, and keeps what is freed in each.
      MALLOC_ARENA_MAX: '2',
    },
  }
}

/**
 * Starts a service's process. The channel to its parent is how it notices that the parent is gone,
 * even when the parent had no time to say so.
 *
 * @param output `inherit` writes where this process writes; `pipe` lets the caller read it
 */
export function launch(service: ServicePlan, output: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
  const { execArgv, env } = nodeFor(service.name)
  return fork(`${root}${service.script}`, [], {
    cwd: root,
    env: { ...env, ...service.env },
    execArgv,
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
