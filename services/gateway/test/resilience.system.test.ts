import { EventEmitter, once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from '@jest/globals'
import { closeServers, echoService, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

/** What the log says of a replica that gets no requests. */
const GIVEN_UP = 'marked unhealthy; no requests will be routed to it'
const LIMITS = { timeoutMs: 60_000, patienceMs: 0, maxInFlight: 5 }

/** A gateway before one service, the data service. */
async function gatewayBefore(answer: RequestListener, limits: Partial<typeof LIMITS> = {}) {
  const data = await listen(answer)
  const { app, lines } = gatewayApp({
    upstreams: { data: data.url },
    upstreamLimits: { ...LIMITS, maxInFlight: 1_000, ...limits },
  })
  return { ...(await listen(app)), lines }
}

/** Asks until the answer has this status. */
async function until(status: number, ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask()
    if (answer.status === status) return answer
    await answer.body?.cancel()
    await sleep(50)
  }
}

describe('a service that does not answer', () => {
  it('costs its own prefix only: the others answer, further requests are turned away', async () => {
    const taken = new EventEmitter()
    let isFrozen = true
    const data = await listen((req, res) => {
      if (req.url === '/livez' || !isFrozen) res.end()
      else taken.emit('request')
    })
    const projects = await echoService('projects')
    const { app } = gatewayApp({
      upstreams: { data: data.url, projects: projects.url },
      upstreamLimits: LIMITS,
    })
    const gateway = await listen(app)
    const left = new AbortController()
    const waiting: Promise<unknown>[] = []
    while (waiting.length < LIMITS.maxInFlight) {
      const arrived = once(taken, 'request')
      waiting.push(fetch(`${gateway.url}/api/csv`, { signal: left.signal }).catch(() => 'left'))
      await arrived
    }
    const turnedAway = await fetch(`${gateway.url}/api/csv`)
    expect(turnedAway.status).toBe(503)
    expect(turnedAway.headers.get('retry-after')).toBe('1')
    expect(await turnedAway.json()).toMatchObject({ error: 'The data service is busy' })
    expect((await fetch(`${gateway.url}/api/v1/projects`)).status).toBe(200)
    left.abort()
    expect(await Promise.all(waiting)).toEqual(Array(LIMITS.maxInFlight).fill('left'))
    // Places are free again once their clients have left.
    isFrozen = false
    await until(200, () => fetch(`${gateway.url}/api/csv`))
  })

  it('is left alone once it is silent to us too, and serves again when it is not', async () => {
    let isFrozen = true
    let asked = 0
    const gateway = await gatewayBefore(
      (req, res) => {
        if (req.url !== '/livez') asked++
        if (!isFrozen) res.end('{}')
      },
      { timeoutMs: 50 },
    )
    const ask = () => fetch(`${gateway.url}/api/csv`)
    expect((await ask()).status).toBe(502)
    const turnedAway = await until(503, ask)
    expect(turnedAway.headers.get('retry-after')).toBe('5')
    const before = asked
    for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(503)
    expect(asked).toBe(before)
    expect(gateway.lines.filter((line) => line.includes('marked unhealthy'))).toHaveLength(1)
    isFrozen = false
    await until(200, ask)
  })

  it('is not shut for others by requests that fail there, however many', async () => {
    const gateway = await gatewayBefore(
      (req, res) => {
        if (req.url === '/api/json') req.socket.destroy()
        else res.end('{}')
      },
      // A machine under load may stand still for seconds; nobody is turned away for that.
      { patienceMs: 60_000 },
    )
    const broken = Array.from({ length: 50 }, () => fetch(`${gateway.url}/api/json`))
    expect(new Set((await Promise.all(broken)).map(({ status }) => status))).toEqual(new Set([502]))
    for (let n = 0; n < 20; n++) {
      expect((await fetch(`${gateway.url}/api/json`)).status).toBe(502)
      expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(200)
    }
    expect(gateway.lines.join('\n')).not.toContain(GIVEN_UP)
  })

  it('is not given up for clients that leave, however many', async () => {
    const asked = new EventEmitter()
    const gateway = await gatewayBefore((req, res) => {
      if (req.url === '/api/json') asked.emit('request')
      else res.end('{}')
    })
    for (let n = 0; n < 20; n++) {
      const left = new AbortController()
      const arrived = once(asked, 'request')
      const call = fetch(`${gateway.url}/api/json`, { signal: left.signal }).catch(() => 'left')
      await arrived
      left.abort()
      expect(await call).toBe('left')
      expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(200)
    }
    expect(gateway.lines.join('\n')).not.toContain(GIVEN_UP)
  })
})

describe('an answer that is none', () => {
  /** A service whose every answer is this text; `/livez` is well. */
  async function gatewayBeforeText(text: string) {
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
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}'],
    ['a status above 599', 'HTTP/1.1 777 Odd\r\nContent-Length: 2\r\n\r\n{}'],
    ['101 without a protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    [
      '101 with a protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('becomes 502: %s', async (_what, text) => {
    const { gateway, server } = await gatewayBeforeText(text)
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${gateway.url}/api/csv`, { method })
      expect(answer.status).toBe(502)
      expect(await answer.json()).toMatchObject({ error: 'The data service did not answer' })
    }
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    server.close()
  })
})

describe('slow clients', () => {
  it('do not keep others from the same service', async () => {
    const big = Buffer.alloc(2 * 1024 * 1024, 'x')
    const gateway = await gatewayBefore((_req, res) => res.end(big))
    const slow = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const socket = connect(gateway.port, '127.0.0.1')
        await once(socket, 'connect')
        // Half of them never finish their request, the others never read the answer.
        socket.write(
          n % 2 === 0
            ? 'POST /api/csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'
            : 'GET /api/csv HTTP/1.1\r\nHost: localhost\r\n\r\n',
        )
        socket.pause()
        return socket
      }),
    )
    const answer = await fetch(`${gateway.url}/api/csv`)
    expect((await answer.arrayBuffer()).byteLength).toBe(big.length)
    for (const socket of slow) socket.destroy()
  })

  it.each([
    ['small enough to be taken in', 1],
    ['too large for that, and then the slowest are given up', 16],
  ])('hold no place at the service: answers %s', async (_which, megabytes) => {
    const body = Buffer.alloc(megabytes * 1024 * 1024, 'x')
    const gateway = await gatewayBefore((_req, res) => res.end(body), { maxInFlight: 3 })
    const sockets: Socket[] = []
    for (let n = 0; n < 12; n++) {
      const ask = () => {
        const socket = connect(gateway.port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write('GET /api/csv HTTP/1.1\r\nHost: localhost\r\n\r\n')
        sockets.push(socket)
        return once(socket, 'readable').then(() => {
          const status = String(socket.read(12))
          // Reads no more.
          socket.removeAllListeners('readable').pause()
          return status
        })
      }
      while ((await ask()) !== 'HTTP/1.1 200') await sleep(50)
    }
    const answer = await until(200, () => fetch(`${gateway.url}/api/csv`))
    expect((await answer.arrayBuffer()).byteLength).toBe(body.length)
    for (const socket of sockets) socket.destroy()
  })
})
