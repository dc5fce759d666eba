import { setTimeout as pause } from 'node:timers/promises'
import { TICK_MS, ticksIn } from '../support/processor-time.ts'
import { SERVICE_NAMES, type ServiceName } from '../../tools/start/plan.ts'
import { createSender } from './client.ts'
import type { Stage } from './stage.ts'

const HOPELESS_MS = 4_000
const LOOK_MS = 200
/** Between two requests of `/livez`: rare enough not to be the load. */
const PAUSE_MS = 50

/** A turn of an event loop in which `/livez` was not served. */
export interface Silence {
  service: ServiceName
  /** Processor time of the thread between two responses. */
  processorMs: number
  /** The request that ran. */
  during: string
}

/**
 * Requests `/livez` of each service again and again; the processor time of its thread between two responses shows how
 * long one turn was, on a busy machine as well.
 */
export function watchLiveness({ landscape }: Stage, running: () => string) {
  const { send, close } = createSender()
  const silences: Silence[] = []
  const over = new AbortController()
  const hopeless = new AbortController()

  async function watch(service: ServiceName): Promise<void> {
    const ticks = () => ticksOf(landscape.pids()[service])
    while (!over.signal.aborted && landscape.pids()[service] !== undefined) {
      const during = running()
      const before = ticks()
      const response = send('GET', `${landscape.urls[service]}/livez`)
      const silence = async (status = 200) => {
        const processorMs = status === 200 ? (ticks() - before) * TICK_MS : Infinity
        silences.push({ service, processorMs, during })
        if (processorMs > HOPELESS_MS) hopeless.abort()
      }
      // A turn that does not end is seen before its end.
      while ((await Promise.race([response, pause(LOOK_MS)])) === undefined) {
        if ((ticks() - before) * TICK_MS > HOPELESS_MS) return silence()
      }
      const { status } = await response
      if (!over.signal.aborted) await silence(status)
      if (silences.length > 1_000) silences.sort(byTime).splice(50)
      await pause(PAUSE_MS)
    }
  }
  const watches = SERVICE_NAMES.map(watch)
  return {
    /** Whether a silence was so large that more requests would show nothing new. */
    isHopeless: () => hopeless.signal.aborted,
    /** At most ten silences, in descending order of their time. */
    async stop(): Promise<Silence[]> {
      over.abort()
      await Promise.all(watches)
      close()
      return silences.sort(byTime).slice(0, 10)
    },
  }
}

function byTime(a: Silence, b: Silence): number {
  return b.processorMs - a.processorMs
}

/** Of the main thread; 0 for a process that ended. */
function ticksOf(pid: number | undefined): number {
  try {
    return ticksIn(`/proc/${pid}/task/${pid}/stat`)
  } catch {
    return 0
  }
}
