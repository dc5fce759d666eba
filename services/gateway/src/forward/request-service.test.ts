import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { UPSTREAMS } from '../request/prefixes.ts'
import { requestService, readText } from './request-service.ts'
import { closeUpstreams, createUpstreams, type Upstreams } from './upstream.ts'

const servers: Server[] = []
const connected: Upstreams[] = []
afterEach(async () => {
  connected.splice(0).forEach(closeUpstreams)
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** The data service with these replicas, and its events. */
async function service(...replicas: RequestListener[]) {
  const hosts: string[] = []
  let port = 0
  for (const replica of replicas) {
    const host = `127.0.0.${hosts.length + 1}`
    const server = createServer(replica)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(port, host, resolve))
    port = (server.address() as AddressInfo).port
    hosts.push(host)
  }
  const events: string[] = []
  const address = `http://data.example:${port}`
  const upstreams = createUpstreams({
    addresses: Object.fromEntries(UPSTREAMS.map((name) => [name, address])) as Record<
      keyof Upstreams,
      string
    >,
    limits: { timeoutMs: 60_000, patienceMs: 0 },
    lookup: async () => hosts.map((host) => ({ address: host, family: 4 })),
    observe: (_service, event) => void events.push(event),
    logger: createLogger({ service: 'gateway', level: 'silent', destination: { write() {} } }),
  })
  connected.push(upstreams)
  return { upstream: upstreams.data, events }
}

const request = { path: '/api/json?a=b', headers: { 'x-request-id': 'mine' } }
const noResponse = { code: 'upstream-unavailable', message: 'The data service did not respond' }

describe('requestService', () => {
  it('names the service', async () => {
    const { upstream } = await service((req, res) => {
      const { [SERVICE_HEADER]: name, 'x-request-id': id } = req.headers
      res.end([req.url, name, id].join(' '))
    })
    expect(await requestService(upstream, request, text)).toBe('/api/json?a=b data mine')
  })

  it('retries at another replica after a failure or a 421', async () => {
    const ok: RequestListener = (_req, res) => void res.end('ok')
    const dies: RequestListener = (req) => void req.socket.destroy()
    const another: RequestListener = (_req, res) => void res.writeHead(421).end()
    for (const failing of [dies, another]) {
      const { upstream } = await service(failing, ok)
      for (let n = 0; n < 2; n++) expect(await requestService(upstream, request, text)).toBe('ok')
    }
  })

  it('rejects a response that ends early, and probes the replica', async () => {
    const requested: (string | undefined)[] = []
    const { upstream } = await service((req, res) => {
      requested.push(req.url)
      res.writeHead(200, { 'content-length': 100 })
      res.write('half', () => setTimeout(() => res.destroy(), 20))
    })
    await expect(requestService(upstream, request, text)).rejects.toMatchObject({
      ...noResponse,
      cause: expect.objectContaining({ message: 'aborted' }),
    })
    while (!requested.includes('/livez')) await sleep(10)
  })

  it('rejects with a retry time when no replica is healthy', async () => {
    const { upstream } = await service((_req, res) => void res.writeHead(421).end())
    await expect(requestService(upstream, request, text)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The data service is not available',
      reason: 'no replica',
      retryAfter: 5,
    })
  })

  it('rejects with the reason of an aborted signal', async () => {
    const { upstream } = await service(() => {})
    const cause = new Error('gone')
    const aborted = requestService(upstream, { ...request, signal: AbortSignal.abort(cause) }, text)
    await expect(aborted).rejects.toMatchObject({ ...noResponse, cause })
  })
})

describe('readText', () => {
  /** A response of a service. */
  const response = (chunks: Iterable<Buffer>, headers: object = {}) =>
    Object.assign(Readable.from(chunks), { headers }) as never
  const within = (maxBytes: number, ...chunks: Buffer[]) => readText(response(chunks), maxBytes)
  const [half, other] = [Buffer.from('½').subarray(0, 1), Buffer.from('½').subarray(1)]

  it('joins characters that are split between chunks', async () => {
    expect(await within(2, half, other)).toBe('½')
    expect(await within(0)).toBe('')
  })

  it('returns undefined above the maximum size', async () => {
    expect(await within(1, half, other)).toBeUndefined()
  })

  it('reads nothing when the declared length is above the maximum size', async () => {
    let read = 0
    const unread = (function* () {
      read++
      yield Buffer.from('12')
    })()
    expect(await readText(response(unread, { 'content-length': '2' }), 1)).toBeUndefined()
    expect(read).toBe(0)
  })

  it('rejects when the body ends early', async () => {
    const broken = (function* () {
      yield half
      throw new Error('broken off')
    })()
    await expect(readText(response(broken), 10)).rejects.toThrow('broken off')
  })
})
