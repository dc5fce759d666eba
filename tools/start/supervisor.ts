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
  options: SupervisorOptions,
): Supervisor {
  const { say, afterEnd = 'restart', graceMs = 10_000 } = options
  const processes = createProcesses(graceMs)
  const restarts = createRestarts(processes, options)
  let replacement = Promise.resolve()

  async function startFirst(service: Supervised): Promise<boolean> {
    let ready = false
    const over = processes.run(service, (how) => {
      if (afterEnd === 'wait') say(endOf(service, how))
      else if (ready) restarts.later(service, how)
    })
    // From now on an exit is unexpected: a configuration error would have shown before.
    ready = (await service.untilReady(over)) && !over.aborted
    return ready || processes.isStopping()
  }

  /** Replaces the process of a service; without one it starts one. */
  async function replace(service: Supervised): Promise<void> {
    await processes.end(service)
    if (processes.isStopping()) return
    const over = processes.run(service, (how) => say(endOf(service, how)))
    void service.untilReady(over).then((isReady) => isReady && say(`${service.name} is ready.`))
  }

  async function replaceAfter(previous: Promise<void>, names: readonly string[]): Promise<void> {
    await previous
    await Promise.all(services.filter(({ name }) => names.includes(name)).map(replace))
  }

  return {
    async start() {
      const started = await Promise.all(services.map(startFirst))
      return services.filter((_, i) => !started[i]).map(({ name }) => name)
    },
    restart(names) {
      replacement = replaceAfter(replacement, names)
      return replacement
    },
    async stop() {
      restarts.cancel()
      await processes.stop()
    },
    kill: processes.kill,
  }
}

function endOf({ name }: Supervised, how: string): string {
  return `${name} ended (${how}). It starts again when its code changes.`
}

type Processes = ReturnType<typeof createProcesses>

/** The running processes. After `stop` or `kill` their exits are not reported. */
function createProcesses(graceMs: number) {
  const running = new Map<ChildProcess, Supervised>()
  const replaced = new WeakSet<ChildProcess>()
  const stopping = new AbortController()
  return {
    isStopping: () => stopping.signal.aborted,
    /** Runs a service once; the returned signal aborts when its process has ended. */
    run(service: Supervised, onExit: (how: string) => void): AbortSignal {
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
    },
    /** Ends the processes of a service without a report. */
    async end(service: Supervised): Promise<void> {
      for (const [child, owner] of running) {
        if (owner !== service) continue
        replaced.add(child)
        await stopChild(child, graceMs)
      }
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all([...running.keys()].map((child) => stopChild(child, graceMs)))
    },
    kill: (): void => {
      stopping.abort()
      for (const child of running.keys()) child.kill('SIGKILL')
    },
  }
}

/** Restarts services after pauses. */
function createRestarts(
  processes: Processes,
  {
    say,
    firstPauseMs = 1_000,
    lastPauseMs = 30_000,
    now = () => performance.now(),
  }: SupervisorOptions,
) {
  const timers = new Set<NodeJS.Timeout>()

  function later(service: Supervised, how: string, pauseMs = firstPauseMs): void {
    say(`${service.name} ended unexpectedly (${how}); restarting it in ${pauseMs / 1_000} s.`)
    const timer = setTimeout(() => {
      timers.delete(timer)
      void restart(service, pauseMs)
    }, pauseMs)
    timers.add(timer)
  }

  async function restart(service: Supervised, lastPause: number): Promise<void> {
    const started = now()
    const over = processes.run(service, (how) => {
      const settled = now() - started > 2 * lastPauseMs
      later(service, how, settled ? firstPauseMs : Math.min(lastPause * 2, lastPauseMs))
    })
    if (await service.untilReady(over)) say(`${service.name} is back.`)
  }

  return {
    later,
    cancel() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
