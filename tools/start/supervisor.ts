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
  /** After an unexpected end: restart after a pause, or wait for a call of `restart`. */
  afterEnd?: 'restart' | 'wait'
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
  /** Replaces the processes of these services; resolves when the new ones run, before they are ready. */
  restart: (names: readonly string[]) => Promise<void>
  /** Stops all services; resolves when all processes have ended. */
  stop: () => Promise<void>
  /** Kills all services. */
  kill: () => void
}

/** Restarts services that end unexpectedly, with increasing pauses, and replaces them on request. */
export function createSupervisor(
  services: readonly Supervised[],
  {
    say,
    afterEnd = 'restart',
    firstPauseMs = 1_000,
    lastPauseMs = 30_000,
    graceMs = 10_000,
    now = () => performance.now(),
  }: SupervisorOptions,
): Supervisor {
  const running = new Map<ChildProcess, Supervised>()
  const replaced = new WeakSet<ChildProcess>()
  let replacement = Promise.resolve()
  const restarts = new Set<NodeJS.Timeout>()
  const stopping = new AbortController()

  /** Runs a service once; the returned signal aborts when its process has ended. */
  function run(service: Supervised, onExit: (how: string) => void): AbortSignal {
    const over = new AbortController()
    const child = service.launch()
    running.set(child, service)
    const exited = (how: string) => {
      if (!running.delete(child)) return
      over.abort()
      if (!stopping.signal.aborted && !replaced.has(child)) onExit(how)
    }
    child.once('error', (error) => exited(error.message))
    child.once('exit', (code, signal) => exited(signal ?? `exit code ${code}`))
    return AbortSignal.any([over.signal, stopping.signal])
  }

  async function startFirst(service: Supervised): Promise<boolean> {
    let ready = false
    const over = run(service, (how) => {
      if (afterEnd === 'wait') reportEnd(service, how)
      else if (ready) restartLater(service, how, firstPauseMs)
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

  function reportEnd(service: Supervised, how: string): void {
    say(`${service.name} ended (${how}). It starts again when its code changes.`)
  }

  /** Replaces the process of a service; without one it starts one. */
  async function replace(service: Supervised): Promise<void> {
    for (const [child, owner] of running) {
      if (owner !== service) continue
      replaced.add(child)
      await stopChild(child, graceMs)
    }
    if (stopping.signal.aborted) return
    const over = run(service, (how) => reportEnd(service, how))
    void reportReady(service, over)
  }

  async function reportReady(service: Supervised, over: AbortSignal): Promise<void> {
    if (await service.untilReady(over)) say(`${service.name} is ready.`)
  }

  async function replaceAfter(previous: Promise<void>, names: readonly string[]): Promise<void> {
    await previous
    await Promise.all(services.filter(({ name }) => names.includes(name)).map(replace))
  }

  return {
    async start() {
      const outcomes = await Promise.all(
        services.map(async (service) => ({ service, started: await startFirst(service) })),
      )
      return outcomes.filter(({ started }) => !started).map(({ service }) => service.name)
    },
    restart(names) {
      replacement = replaceAfter(replacement, names)
      return replacement
    },
    async stop() {
      stopping.abort()
      for (const timer of restarts) clearTimeout(timer)
      await Promise.all([...running.keys()].map((child) => stopChild(child, graceMs)))
    },
    kill() {
      stopping.abort()
      for (const child of running.keys()) child.kill('SIGKILL')
    },
  }
}
