import { readFileSync } from 'node:fs'
import type { Landscape } from './landscape.ts'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** The processor time that the running services have used until now, in milliseconds. */
export async function processorMs({ pids }: Pick<Landscape, 'pids'>): Promise<number> {
  const used = Object.values(pids()).map(ticksOf)
  return used.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
}

/** The user and system time of a process: fields 14 and 15 of proc(5), which are read without waiting. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program may contain spaces.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
  return Number(utime) + Number(stime)
}
