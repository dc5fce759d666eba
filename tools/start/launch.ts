import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ProcessPlan } from './plan.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Saves nearly 50 % of the start time, which is type stripping and compiling; images contain this cache. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` }

/** As in the image, whose limit of memory also sets the heap; the Dockerfile has the reasons. */
export const NODE_OPTIONS = '--max-semi-space-size=8'

/**
 * Starts a process. It detects the end of its parent by the closed IPC channel.
 *
 * @param output `inherit` writes where this process writes; `pipe` lets the caller read it
 */
export function launch(plan: ProcessPlan, output: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
  return fork(`${root}${plan.script}`, plan.args ?? [], {
    cwd: root,
    env: { ...COMPILE_CACHE, NODE_OPTIONS, ...plan.env },
    execArgv: [],
    stdio: ['ignore', output, output, 'ipc'],
  })
}

/** Resolves when the process has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
}

/** Sends SIGTERM, and SIGKILL after the grace period. */
export async function stopChild(child: ChildProcess, graceMs: number): Promise<void> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended(child)
  clearTimeout(force)
}
