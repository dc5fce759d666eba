import type { ChildProcess } from 'node:child_process'
import { stopChild } from './launch.ts'

/** A service that can be started any number of times. */
export interface Supervised {
  name: string
  launch: () => ChildProcess
  /** Resolves true when the process can serve, false when the signal came first. */
  untilReady: (signal: AbortSignal) => Promise<boolean>
}

export interface SupervisorOptions {
  say: (line: string) => void
  /** Pause before the first restart; it doubles with each further one. */
  firstPauseMs?: number
  lastPauseMs?: number
  /** How long services may take to stop before they are ended by force. */
  graceMs?: number
  /** Milliseconds of a clock that is never set. */
  now?: () => number
}

export interface Supervisor {
  /** Starts everything; resolves with the names of those that ended before they were ready. */
  start: () => Promise<string[]>
  /** Stops everything; resolves when no process is left. */
  stop: () => Promise<void>
  /** Ends everything by force, at once. */
  kill: () => void
}

/** Keeps services running: one that ends unasked is started again, later each time. */
export function createSupervisor(
  services: readonly Supervised[],
  {
    say,
    firstPauseMs = 1_000,
    lastPauseMs = 30_000,
    graceMs = 10_000,
    now = () => performance.now(),
  }: SupervisorOptions,
): Supervisor {
  const running = new Set<ChildProcess>()
  const restarts = new Set<NodeJS.Timeout>()
  const stopping = new AbortController()

  /** Runs the service once; `over` says that the process has ended. */
  function run(service: Supervised, onExit: (how: string) => void): AbortSignal {
    const over = new AbortController()
    const child = service.launch()
    running.add(child)
    const exited = (how: string) => {
      if (!running.delete(child)) return
      over.abort()
      if (!stopping.signal.aborted) onExit(how)
    }
    child.once('error', (error) => exited(error.message))
    child.once('exit', (code, signal) => exited(signal ?? `exit code ${code}`))
    return AbortSignal.any([over.signal, stopping.signal])
  }

  async function startFirst(service: Supervised): Promise<boolean> {
    let ready = false
    const over = run(service, (how) => {
      if (ready) restartLater(service, how, firstPauseMs)
    })
    // From here on its end is unexpected: a fault of the settings would have shown before.
    ready = (await service.untilReady(over)) && !over.aborted
    return ready || stopping.signal.aborted
  }

  function restartLater(service: Supervised, how: string, pauseMs: number): void {
    say(`${service.name} ended unexpectedly (${how}); restarting it in ${pauseMs / 1_000} s.`)
    const timer = setTimeout(() => {
      restarts.delete(timer)
      void restart(service, pauseMs)
    }, pauseMs)
    restarts.add(timer)
  }

  async function restart(service: Supervised, lastPause: number): Promise<void> {
    const started = now()
    const over = run(service, (how) => {
      const settled = now() - started > 2 * lastPauseMs
      restartLater(service, how, settled ? firstPauseMs : Math.min(lastPause * 2, lastPauseMs))
    })
    if (await service.untilReady(over)) say(`${service.name} is back.`)
  }

  return {
    async start() {
      const outcomes = await Promise.all(
        services.map(async (service) => ({ service, started: await startFirst(service) })),
      )
      return outcomes.filter(({ started }) => !started).map(({ service }) => service.name)
    },
    async stop() {
      stopping.abort()
      for (const timer of restarts) clearTimeout(timer)
      await Promise.all([...running].map((child) => stopChild(child, graceMs)))
    },
    kill() {
      stopping.abort()
      for (const child of running) child.kill('SIGKILL')
    },
  }
}
