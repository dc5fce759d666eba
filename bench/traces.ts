import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { importDirectory } from '@landscape/object-store'
import { compareCosts, withProcesses, type Figure, type Start } from './measure.ts'
import { storeOnDisk } from './store-on-disk.ts'

const SECRET = { INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback' }
const PATH = '/admin/api/banners'

/** A read through gateway, service and store, with traces at the default share against none. */
export async function benchTraces(): Promise<Figure[]> {
  const samples = fileURLToPath(new URL('../sample-data', import.meta.url))
  const { directory, remove } = await storeOnDisk((store) => importDirectory(store, samples))
  const collector = createServer((req, res) => void req.resume().once('end', () => res.end('{}')))
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  try {
    return await withProcesses(async (start) => {
      const traced = await chain(start, directory, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
      const bare = await chain(start, directory)
      return [
        await compareCosts('a read of a service with traces / without', {
          a: { url: traced.gateway + PATH, through: [traced.gateway, traced.service] },
          b: { url: bare.gateway + PATH, through: [bare.gateway, bare.service] },
          target: '≥ 0.95',
        }),
      ]
    })
  } finally {
    collector.close().closeAllConnections()
    remove()
  }
}

async function chain(start: Start, directory: string, env: Record<string, string> = {}) {
  const settings = { ...SECRET, ...env }
  const service = await start('../services/admin-review/src/main.ts', {
    DATA_DIR: directory,
    ...settings,
  })
  const gateway = await start('../services/gateway/src/main.ts', {
    ADMIN_REVIEW_URL: service,
    ...settings,
  })
  return { gateway, service }
}
