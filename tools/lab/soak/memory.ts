import { setTimeout as sleep } from 'node:timers/promises'
import { median, residentMbOf } from '../bench/measure.ts'

const EVERY_MS = 2_000
/** Maximum ratio of the medians of the second and the first half. */
const MAX_GROWTH = 1.1

/** Median resident memory of a process in the first and the second half (MB). */
export interface MemoryUse {
  name: string
  first: number
  second: number
  isFlat: boolean
}

/** Samples the memory of processes for this many milliseconds. */
export async function watchMemory(
  pids: Readonly<Partial<Record<string, number>>>,
  ms: number,
): Promise<MemoryUse[]> {
  const samples = new Map<string, number[]>(Object.keys(pids).map((name) => [name, []]))
  for (const end = performance.now() + ms; performance.now() < end; await sleep(EVERY_MS)) {
    for (const [name, list] of samples) list.push(residentMbOf(pids[name] ?? 0))
  }
  return [...samples].map(([name, list]) => {
    const half = Math.floor(list.length / 2)
    const [first, second] = [median(list.slice(0, half)), median(list.slice(half))]
    return { name, first, second, isFlat: second <= first * MAX_GROWTH }
  })
}
