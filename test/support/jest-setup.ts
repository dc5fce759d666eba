import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import setUpStores from '@landscape/dev/s3-server/jest-setup'
import type { startShared } from './shared-landscape.ts'

type Started = ReturnType<typeof startShared>

/** Prepares the stores and a server that starts one landscape for each worker on its first request. */
export default async function setup(): Promise<void> {
  await setUpStores()
  const started = new Map<string, Started>()
  const server = createServer((request, response) => {
    landscapeAt(request.url ?? '', started).then(
      ({ joined }) => response.end(JSON.stringify(joined)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env['SHARED_LANDSCAPES'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  globalThis.sharedLandscapes = {
    async stop() {
      server.close()
      server.closeAllConnections()
      await Promise.allSettled([...started.values()].map(async (one) => (await one).stop()))
    },
  }
}

/** @param path mode and worker: parallel workers must not see each other's edits */
async function landscapeAt(path: string, started: Map<string, Started>): Started {
  const known = started.get(path)
  if (known) return known
  const starting = import('./shared-landscape.ts').then((shared) =>
    shared.startShared(path.startsWith('/production/') ? 'production' : 'development'),
  )
  started.set(path, starting)
  return starting
}

declare global {
  var sharedLandscapes: { stop: () => Promise<void> } | undefined
}
