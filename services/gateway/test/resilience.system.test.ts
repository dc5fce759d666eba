import { EventEmitter, once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from '@jest/globals'
import { closeServers, echoService, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

/** Log message for a replica that gets no requests. */
const UNHEALTHY = 'marked unhealthy; no requests will be routed to it'
/** Number of requests that a frozen service does not respond to. */
const FROZEN = 100
const LIMITS = { timeoutMs: 60_000, patienceMs: 0 }

/** Starts a gateway with a data service. */
async function gatewayWith(data: RequestListener, limits: Partial<typeof LIMITS> = {}) {
  const { url } = await listen(data)
  const { app, lines } = gatewayApp({
    upstreams: { data: url },
    upstreamLimits: { ...LIMITS, ...limits },
  })
  return { ...(await listen(app)), lines }
}

/** Sends requests until a response has this status. */
async function until(status: number, send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send()
    if (response.status === status) return response
    await response.body?.cancel()
    await sleep(50)
  }
}

describe('a gateway with a failing service', () => {
  it('serves other services while one responds to nobody', async () => {
    const received = new EventEmitter()
    let isFrozen = true
    const data = await listen((req, res) => {
      if (req.url === '/livez' || !isFrozen) res.end()
      else received.emit('request')
    })
    const projects = await echoService('projects')
    const { app } = gatewayApp({
      upstreams: { data: data.url, projects: projects.url },
      upstreamLimits: LIMITS,
    })
    const gateway = await listen(app)
    const client = new AbortController()
    const waiting: Promise<unknown>[] = []
    while (waiting.length < FROZEN) {
      const arrived = once(received, 'request')
      waiting.push(fetch(`${gateway.url}/api/csv`, { signal: client.signal }).catch(() => 'left'))
      await arrived
    }
    expect((await fetch(`${gateway.url}/api/v1/projects`)).status).toBe(200)
    client.abort()
    expect(await Promise.all(waiting)).toEqual(Array(FROZEN).fill('left'))
    isFrozen = false
    expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(200)
  })

  it('routes no requests to a service until it responds to probes', async () => {
    let isFrozen = true
    let count = 0
    const gateway = await gatewayWith(
      (req, res) => {
        if (req.url !== '/livez') count++
        if (!isFrozen) res.end('{}')
      },
      { timeoutMs: 50 },
    )
    const send = () => fetch(`${gateway.url}/api/csv`)
    expect((await send()).status).toBe(502)
    const rejected = await until(503, send)
    expect(rejected.headers.get('retry-after')).toBe('5')
    const before = count
    for (let n = 0; n < 5; n++) expect((await send()).status).toBe(503)
    expect(count).toBe(before)
    expect(gateway.lines.filter((line) => line.includes('marked unhealthy'))).toHaveLength(1)
    isFrozen = false
    await until(200, send)
  })

  it('keeps routing requests to a service after many failed requests', async () => {
    const gateway = await gatewayWith(
      (req, res) => {
        if (req.url === '/api/json') req.socket.destroy()
        else res.end('{}')
      },
      // A busy machine may pause for seconds.
      { patienceMs: 60_000 },
    )
    const broken = Array.from({ length: 50 }, () => fetch(`${gateway.url}/api/json`))
    expect(new Set((await Promise.all(broken)).map(({ status }) => status))).toEqual(new Set([502]))
    for (let n = 0; n < 20; n++) {
      expect((await fetch(`${gateway.url}/api/json`)).status).toBe(502)
      expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(200)
    }
    expect(gateway.lines.join('\n')).not.toContain(UNHEALTHY)
  })

  it('keeps routing requests to a service after many clients disconnect', async () => {
    const received = new EventEmitter()
    const gateway = await gatewayWith((req, res) => {
      if (req.url === '/api/json') received.emit('request')
      else res.end('{}')
    })
    for (let n = 0; n < 20; n++) {
      const client = new AbortController()
      const arrived = once(received, 'request')
      const call = fetch(`${gateway.url}/api/json`, { signal: client.signal }).catch(() => 'left')
      await arrived
      client.abort()
      expect(await call).toBe('left')
      expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(200)
    }
    expect(gateway.lines.join('\n')).not.toContain(UNHEALTHY)
  })
})

describe('an invalid response of a service', () => {
  /** Starts a service that sends this string for every request except `/livez`. */
  async function gatewayWithRaw(text: string) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (request) => {
        socket.write(request.includes('/livez') ? 'HTTP/1.1 200 OK\r\n\r\n' : text)
        if (request.includes('/livez')) socket.end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { app } = gatewayApp({ upstreams: { data: `http://127.0.0.1:${port}` } })
    return { gateway: await listen(app), server }
  }

  it.each([
    ['a status below 100', 'HTTP/1.1 099 Unknown\r\nContent-Length: 2\r\n\r\n{}'],
    ['a status above 599', 'HTTP/1.1 777 Unknown\r\nContent-Length: 2\r\n\r\n{}'],
    ['101 without a protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    [
      '101 with a protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['another protocol', 'hello\r\n\r\n'],
  ])('causes a 502: %s', async (_what, text) => {
    const { gateway, server } = await gatewayWithRaw(text)
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${gateway.url}/api/csv`, { method })
      expect(response.status).toBe(502)
      expect(await response.json()).toMatchObject({ error: 'The data service did not respond' })
    }
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    server.close()
  })
})

describe('slow clients', () => {
  it.each([1, 16])(
    'do not block other readers of %d MB from the same service',
    async (megabytes) => {
      const big = Buffer.alloc(megabytes * 1024 * 1024, 'x')
      const gateway = await gatewayWith((_req, res) => res.end(big))
      const slow = await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const socket = connect(gateway.port, '127.0.0.1')
          await once(socket, 'connect')
          // 50 % never finish their request, the others never read the response.
          socket.write(
            n % 2 === 0
              ? 'POST /api/csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'
              : 'GET /api/csv HTTP/1.1\r\nHost: localhost\r\n\r\n',
          )
          socket.pause()
          return socket
        }),
      )
      const response = await fetch(`${gateway.url}/api/csv`)
      expect((await response.arrayBuffer()).byteLength).toBe(big.length)
      for (const socket of slow) socket.destroy()
    },
  )
})
