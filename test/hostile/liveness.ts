import { readFile } from 'node:fs/promises'
import { SERVICE_NAMES, type ServiceName } from '../../tools/start/plan.ts'
import { createSender } from './client.ts'
import type { Stage } from './stage.ts'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

const HOPELESS_MS = 4_000

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

  async function watch(service: ServiceName): Promise<void> {
    let before = await ticksOf(landscape.pids()[service])
    while (!over.signal.aborted) {
      const during = running()
      const { status } = await send('GET', `${landscape.urls[service]}/livez`)
      const now = await ticksOf(landscape.pids()[service])
      if (status !== 200 && !over.signal.aborted)
        silences.push({ service, processorMs: Infinity, during })
      silences.push({ service, processorMs: (now - before) * TICK_MS, during })
      if (silences.length > 1_000) silences.sort(byTime).splice(50)
      before = now
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (landscape.pids()[service] === undefined) return
    }
  }
  const watches = SERVICE_NAMES.map(watch)
  return {
    /** Whether a silence was so large that more requests would show nothing new. */
    isHopeless: () => silences.some(({ processorMs }) => processorMs > HOPELESS_MS),
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

/** User and system time of the main thread: fields 14 and 15 of proc(5). */
async function ticksOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
    .map(Number)
  return user + system
}
