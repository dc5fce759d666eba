import type { ChildProcess } from 'node:child_process'
import { stopChild } from './launch.ts'

/** A service that can be restarted. */
export interface Supervised {
  name: string
  launch: () => ChildProcess
  /** Resolves with true when the process is ready, with false when the signal was aborted first. */
  untilReady: (signal: AbortSignal) => Promise<boolean>
}

export interface SupervisorOptions {
  say: (line: string) => void
  /** Pause before the first restart; it doubles with each restart. */
  firstPauseMs?: number
  lastPauseMs?: number
  /** Time for services to stop before they are killed. */
  graceMs?: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

export interface Supervisor {
  /** Starts all services; resolves with the names of those that ended before they were ready. */
  start: () => Promise<string[]>
  /** Stops all services; resolves when all processes have ended. */
  stop: () => Promise<void>
  /** Kills all services. */
  kill: () => void
}

/** Restarts services that end unexpectedly, with increasing pauses. */
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

  /** Runs a service once; the returned signal aborts when its process has ended. */
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
    // From now on an exit is unexpected: a configuration error would have shown before.
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
