import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { installedServer, launchServer } from '@landscape/dev/s3-server'
import type { ObjectStore } from '@landscape/store/objects/port'
import { openS3 } from '@landscape/store/testing/open-s3'

/**
 * Measures a real S3 server with a simulated network latency.
 *
 * @param ms latency of responses in milliseconds
 * @returns an empty array where the server is not built
 */
export async function withDistantS3<R>(
  ms: number,
  measure: (store: ObjectStore) => Promise<R[]>,
): Promise<R[]> {
  const binary = installedServer()
  if (binary === undefined) return []
  // The name of test directories: the next test run removes leftovers.
  const directory = await mkdtemp(join(dirname(binary), 'run-'))
  const { server, stop } = await launchServer(binary, directory)
  const { proxy, endpoint } = await delayed(Number(new URL(server.endpoint).port), ms)
  const store = openS3(server, { endpoint })
  try {
    return await measure(store)
  } finally {
    store.close()
    proxy.close()
    await stop()
    await rm(directory, { recursive: true })
  }
}

/** Forwards connections to a local port and delays responses. */
async function delayed(port: number, ms: number): Promise<{ proxy: Server; endpoint: string }> {
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true })
    client.pipe(server)
    // Timers of the same length keep their order.
    server.on('data', (chunk) => setTimeout(() => client.write(chunk), ms))
    endTogether(client, server)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return { proxy, endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

function endTogether(client: Socket, server: Socket): void {
  client.on('error', () => {}).on('close', () => server.destroy())
  server.on('error', () => {}).on('close', () => client.destroy())
}
