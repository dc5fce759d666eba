import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from '@jest/globals'
import { closeServers, echoService, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

const LIMITS = { timeoutMs: 60_000, patienceMs: 0, maxInFlight: 5 }

/** A service that takes requests and never answers. */
async function frozen() {
  const taken = new EventEmitter()
  const service = await listen(() => taken.emit('request'))
  return { ...service, taken }
}

describe('a service that does not answer', () => {
  it('costs its own prefix only: the others answer, further requests are turned away', async () => {
    const [data, projects] = [await frozen(), await echoService('projects')]
    const { app } = gatewayApp({
      upstreams: { data: data.url, projects: projects.url },
      limits: LIMITS,
    })
    const gateway = await listen(app)
    const left = new AbortController()
    const waiting: Promise<unknown>[] = []
    while (waiting.length < LIMITS.maxInFlight) {
      const arrived = once(data.taken, 'request')
      waiting.push(fetch(`${gateway.url}/api/csv`, { signal: left.signal }).catch(() => 'left'))
      await arrived
    }
    let turnedAway = await fetch(`${gateway.url}/api/csv`, { signal: AbortSignal.timeout(20_000) })
    expect(turnedAway.status).toBe(503)
    expect(turnedAway.headers.get('retry-after')).toBe('1')
    expect(await turnedAway.json()).toMatchObject({ error: 'The data service is busy' })
    expect((await fetch(`${gateway.url}/api/v1/projects`)).status).toBe(200)
    left.abort()
    expect(await Promise.all(waiting)).toEqual(Array(LIMITS.maxInFlight).fill('left'))
    // Places are free again once their clients have left.
    turnedAway = await fetch(`${gateway.url}/api/v1/projects`)
    expect(turnedAway.status).toBe(200)
  })

  it('is left alone after several time-outs, and says when to come back', async () => {
    let asked = 0
    const data = await listen(() => {
      asked++
    })
    const { app, lines } = gatewayApp({
      upstreams: { data: data.url },
      limits: { ...LIMITS, timeoutMs: 50 },
    })
    const gateway = await listen(app)
    for (let n = 0; n < 5; n++) {
      expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(502)
    }
    const turnedAway = await fetch(`${gateway.url}/api/csv`)
    expect(turnedAway.status).toBe(503)
    expect(turnedAway.headers.get('retry-after')).toBe('5')
    expect(asked).toBe(5)
    expect(lines.filter((line) => line.includes('turned away for now'))).toHaveLength(1)
  })
})

describe('slow clients', () => {
  it('do not keep others from the same service', async () => {
    const big = Buffer.alloc(4 * 1024 * 1024, 'x')
    const data = await listen((_req, res) => res.end(big))
    const { app } = gatewayApp({
      upstreams: { data: data.url },
      limits: { ...LIMITS, maxInFlight: 1_000 },
    })
    const gateway = await listen(app)
    const slow = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const socket = connect(gateway.port, '127.0.0.1')
        await once(socket, 'connect')
        // Half of them never finish their request, the others never read the answer.
        socket.write(
          n % 2 === 0
            ? 'POST /api/csv HTTP/1.1\r\nHost: a.example\r\nContent-Length: 100\r\n\r\n{'
            : 'GET /api/csv HTTP/1.1\r\nHost: a.example\r\n\r\n',
        )
        socket.pause()
        return socket
      }),
    )
    const answer = await fetch(`${gateway.url}/api/csv`)
    expect((await answer.arrayBuffer()).byteLength).toBe(big.length)
    for (const socket of slow) socket.destroy()
  })
})
