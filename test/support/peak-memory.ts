import { readFile } from 'node:fs/promises'
import type { Landscape } from './landscape.ts'
import type { ServiceName } from '../../tools/start/plan.ts'

/** The most memory that a service has ever had in use, in megabytes. */
export async function peakMegabytes(
  { pids }: Pick<Landscape, 'pids'>,
  service: ServiceName,
): Promise<number> {
  const status = await readFile(`/proc/${pids()[service]}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024)
}
