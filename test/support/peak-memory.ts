import { readFile } from 'node:fs/promises'
import type { Landscape } from './landscape.ts'
import type { ServiceName } from '../../tools/start/plan.ts'

/** Returns the peak resident memory of a service in megabytes. */
export async function peakMegabytes(
  { pids }: Pick<Landscape, 'pids'>,
  service: ServiceName,
): Promise<number> {
  const status = await readFile(`/proc/${pids()[service]}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024)
}
