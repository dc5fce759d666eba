import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger, SERVICE_HEADER } from '@landscape/runtime'
import { UPSTREAMS } from './prefixes.ts'
import { requestService, readText } from './request-service.ts'
import { closeUpstreams, createUpstreams, type Upstreams } from './upstream.ts'

const servers: Server[] = []
const connected: Upstreams[] = []
afterEach(async () => {
  await Promise.all(connected.splice(0).map(closeUpstreams))
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** The data service, with replicas that answer like this, and what happens at it. */
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
    limits: { timeoutMs: 60_000, patienceMs: 0, maxInFlight: 1 },
    lookup: async () => hosts.map((host) => ({ address: host, family: 4 })),
    observe: (_service, event) => void events.push(event),
    logger: createLogger({ service: 'gateway', level: 'silent' }),
  })
  connected.push(upstreams)
  return { upstream: upstreams.data, events }
}

const question = { path: '/api/json?a=b', headers: { 'x-request-id': 'mine' } }
const noAnswer = { code: 'upstream-unavailable', message: 'The data service did not respond' }

describe('requestService', () => {
  it('puts its question to the service by name, and gives its place back', async () => {
    const { upstream, events } = await service((req, res) => {
      const { [SERVICE_HEADER]: name, 'x-request-id': id } = req.headers
      res.end([req.url, name, id].join(' '))
    })
    expect(await requestService(upstream, question, text)).toBe('/api/json?a=b data mine')
    expect(events).toEqual(['taken', 'freed'])
  })

  it('asks another replica when one dies, or is another service by now', async () => {
    const well: RequestListener = (_req, res) => void res.end('well')
    const dies: RequestListener = (req) => void req.socket.destroy()
    const another: RequestListener = (_req, res) => void res.writeHead(421).end()
    for (const odd of [dies, another]) {
      const { upstream } = await service(odd, well)
      for (let n = 0; n < 2; n++)
        expect(await requestService(upstream, question, text)).toBe('well')
    }
  })

  it('fails with an answer that breaks off, and asks whether the replica lives', async () => {
    const asked: (string | undefined)[] = []
    const { upstream, events } = await service((req, res) => {
      asked.push(req.url)
      res.writeHead(200, { 'content-length': 100 })
      res.write('half', () => setTimeout(() => res.destroy(), 20))
    })
    await expect(requestService(upstream, question, text)).rejects.toMatchObject({
      ...noAnswer,
      cause: expect.objectContaining({ message: 'other side closed' }),
    })
    expect(events).toEqual(['taken', 'freed'])
    while (!asked.includes('/livez')) await sleep(10)
  })

  it('fails when no replica answers, and says when to come again', async () => {
    const { upstream } = await service((_req, res) => void res.writeHead(421).end())
    await expect(requestService(upstream, question, text)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The data service is not available',
      reason: 'no replica',
      retryAfter: 5,
    })
  })

  it('fails once nobody waits any more, with the reason', async () => {
    const { upstream, events } = await service(() => {})
    const cause = new Error('gone')
    const asked = requestService(upstream, { ...question, signal: AbortSignal.abort(cause) }, text)
    await expect(asked).rejects.toMatchObject({ ...noAnswer, cause })
    expect(events).toEqual(['taken', 'freed'])
  })

  it('fails at once when the service has too much to do', async () => {
    const { upstream } = await service(() => {})
    const cancellation = new AbortController()
    const first = requestService(upstream, { ...question, signal: cancellation.signal }, text)
    const second = requestService(upstream, question, text)
    await expect(second).rejects.toMatchObject({ code: 'unavailable' })
    cancellation.abort(new Error('cancelled'))
    await expect(first).rejects.toMatchObject(noAnswer)
  })
})

describe('readText', () => {
  const within = (maxBytes: number, ...chunks: Buffer[]) =>
    readText(Readable.from(chunks) as never, maxBytes)
  const [half, other] = [Buffer.from('½').subarray(0, 1), Buffer.from('½').subarray(1)]

  it('is the whole text, however it is cut into pieces', async () => {
    expect(await within(2, half, other)).toBe('½')
    expect(await within(0)).toBe('')
  })

  it('is none that is longer than it may be, together', async () => {
    expect(await within(1, half, other)).toBeUndefined()
  })

  it('is none that breaks off', async () => {
    const broken = Readable.from(
      (function* () {
        yield half
        throw new Error('broken off')
      })(),
    )
    await expect(readText(broken as never, 10)).rejects.toThrow('broken off')
  })
})
