import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { UPSTREAMS, type UpstreamName } from '../request/prefixes.ts'
import { closeUpstreams, createUpstreams } from './upstream.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function listen(listener: (req: IncomingMessage, res: ServerResponse) => void) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  stops.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

function upstreamsAt(url: URL) {
  const addresses = UPSTREAMS.map((name) => [name, url.href])
  return createUpstreams({
    addresses: Object.fromEntries(addresses) as Record<UpstreamName, string>,
    limits: { timeoutMs: 60_000, patienceMs: 0 },
    logger: createLogger({ service: 'gateway', level: 'silent', destination: { write() {} } }),
  })
}

/** A service that never responds. */
async function silentService() {
  const arrived = Promise.withResolvers<void>()
  const url = await listen(() => arrived.resolve())
  return { url, arrived: arrived.promise }
}

describe('closeUpstreams', () => {
  it('ends a request of the gateway that waits for its response', async () => {
    const { url, arrived } = await silentService()
    const upstreams = upstreamsAt(url)
    const failed = expect(upstreams.data.send(url, { path: '/', headers: {} })).rejects.toThrow()
    await arrived
    closeUpstreams(upstreams)
    await failed
  })

  it('ends a request of a client that waits for its response', async () => {
    const { url, arrived } = await silentService()
    const upstreams = upstreamsAt(url)
    const error = Promise.withResolvers<unknown>()
    const front = await listen((req, res) => {
      upstreams.data.proxy.send({ req, res } as GatewayRequest, url, () => {}).catch(error.resolve)
    })
    request(front)
      .on('error', () => {})
      .end()
    await arrived
    closeUpstreams(upstreams)
    expect(await error.promise).toMatchObject({ code: 'ECONNRESET' })
  })

  it('leaves no replica to new requests', async () => {
    const url = await listen((_req, res) => res.end())
    const upstreams = upstreamsAt(url)
    closeUpstreams(upstreams)
    const retryable = {
      send: (replica: URL) => upstreams.data.send(replica, { path: '/', headers: {} }),
      isWanted: () => true,
      isBuffered: true,
      isRepeatable: true,
    }
    await expect(upstreams.data.exchange(retryable, async () => {})).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'no replica',
    })
  })
})
