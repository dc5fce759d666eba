import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startEditing } from './editing-service.ts'
import { measureInterleaved, responsesRatio, withProcesses, type Measurement } from './measure.ts'
import { fillWithSamples } from './samples.ts'
import { storeOnDisk } from './store-on-disk.ts'

const PATH = '/admin/api/banners'

/**
 * Compares a read through gateway, service and store with and without traces at the default
 * sampling rate.
 */
export async function benchTraces(): Promise<Measurement[]> {
  const { directory, remove } = await storeOnDisk(fillWithSamples)
  const collector = createServer((req, res) => void req.resume().once('end', () => res.end('{}')))
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  try {
    return await withProcesses(async (start) => {
      const traced = await startEditing(start, directory, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
      const bare = await startEditing(start, directory)
      const side = ({ gateway, service }: typeof bare) => {
        return { url: gateway + PATH, through: [gateway, service] }
      }
      const [a, b] = [side(traced), side(bare)]
      const rounds = await measureInterleaved([a, b])
      return [responsesRatio('a read with traces / without', rounds(a), rounds(b))]
    })
  } finally {
    collector.close().closeAllConnections()
    remove()
  }
}
