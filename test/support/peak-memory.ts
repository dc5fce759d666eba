import { readFile } from 'node:fs/promises'
import type { Landscape } from './landscape.ts'
import type { ServiceName } from '../../tools/start/plan.ts'

/**
 * Returns the peak resident memory of a service in megabytes, without the pages of files: the kernel reclaims these
 * before it kills a container.
 */
export async function peakMegabytes(
  { pids }: Pick<Landscape, 'pids'>,
  service: ServiceName,
): Promise<number> {
  const status = await readFile(`/proc/${pids()[service]}/status`, 'utf8')
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1])
  return Math.round((kilobytes('VmHWM') - kilobytes('RssFile')) / 1024)
}
