import { readFileSync } from 'node:fs'
import type { Landscape } from './landscape.ts'

/** Linux counts processor time in hundredths of a second. */
export const TICK_MS = 10

/** The processor time that the running services have used until now, in milliseconds. */
export async function processorMs({ pids }: Pick<Landscape, 'pids'>): Promise<number> {
  const used = Object.values(pids()).map((pid) => ticksIn(`/proc/${pid}/stat`))
  return used.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
}

/** The user and system time of a process or thread: fields 14 and 15 of its `stat` (proc(5)), read without waiting. */
export function ticksIn(path: string): number {
  const stat = readFileSync(path, 'utf8')
  // The name of the program may contain spaces.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
  return Number(utime) + Number(stime)
}
