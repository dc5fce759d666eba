import { setTimeout as sleep } from 'node:timers/promises'
import { median, residentMbOf } from '../bench/measure.ts'

const EVERY_MS = 2_000
/** So much more in the second half than in the first is growth. */
const GROWTH = 1.1

/** How much memory a process held, in megabytes: the middle of the first and of the second half. */
export interface Held {
  name: string
  first: number
  second: number
  isFlat: boolean
}

/** Watches the memory of processes for a while. */
export async function watchMemory(
  pids: Readonly<Partial<Record<string, number>>>,
  ms: number,
): Promise<Held[]> {
  const samples = new Map<string, number[]>(Object.keys(pids).map((name) => [name, []]))
  for (const end = performance.now() + ms; performance.now() < end; await sleep(EVERY_MS)) {
    for (const [name, list] of samples) list.push(residentMbOf(pids[name] ?? 0))
  }
  return [...samples].map(([name, list]) => {
    const half = Math.floor(list.length / 2)
    const [first, second] = [median(list.slice(0, half)), median(list.slice(half))]
    return { name, first, second, isFlat: second <= first * GROWTH }
  })
}
