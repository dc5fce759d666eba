import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { createConcurrencyLimit } from '../src/authorise/caller-limits.ts'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'

const MAX_CONCURRENT = 3
const GET = 'GET /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n\r\n'
const UPLOAD = 'POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(closeServers)

/**
 * Starts a gateway with a service whose responses the test releases; `waiting` holds one function
 * per request.
 */
async function start() {
  const waiting: (() => void)[] = []
  const { url } = await listen((_req, res) => void waiting.push(() => res.end('{}')))
  const { app } = gatewayApp({
    upstreams: { data: url, projects: url },
    limitCaller: createConcurrencyLimit(MAX_CONCURRENT),
  })
  const { port } = await listen(app)
  return { port, waiting }
}

function send(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  socket.write(text)
  return socket
}

async function statusOf(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1])
}

/** Sends uploads until one is rejected, and cancels the others. */
async function untilRejected(port: number) {
  for (;;) {
    const socket = send(port, UPLOAD)
    if ((await Promise.race([statusOf(socket), sleep(100)])) === 429) return
    socket.destroy()
  }
}

/** Sends requests until one is accepted, because closed connections are released asynchronously. */
async function untilAccepted({ port, waiting }: Awaited<ReturnType<typeof start>>) {
  const releasing = setInterval(() => waiting.splice(0).forEach((finish) => finish()), 10)
  while ((await statusOf(send(port, GET))) !== 200);
  clearInterval(releasing)
}

describe('createConcurrencyLimit', () => {
  it('returns 429 with retry-after above the limit and accepts a later request', async () => {
    const gateway = await start()
    const first = Array.from({ length: MAX_CONCURRENT }, () => send(gateway.port, GET))
    const statuses = first.map(statusOf)
    while (gateway.waiting.length < MAX_CONCURRENT) await sleep(10)
    const [chunk] = (await once(send(gateway.port, GET), 'data')) as [Buffer]
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 429 .*\r\nretry-after: 1\r\n/is)
    expect(chunk.toString()).toContain('Too many concurrent requests')
    gateway.waiting.splice(0).forEach((finish) => finish())
    expect(await Promise.all(statuses)).toEqual([200, 200, 200])
    await untilAccepted(gateway)
  })

  it.each([
    ['incomplete uploads', UPLOAD],
    ['requests of disconnected clients', GET],
    ['pipelined requests', GET + GET + GET],
  ])('counts %s until the connection closes', async (_what, text) => {
    const gateway = await start()
    for (let round = 0; round < 3; round++) {
      const held = Array.from({ length: MAX_CONCURRENT }, () => send(gateway.port, text))
      await untilRejected(gateway.port)
      for (const socket of held) socket.destroy()
    }
    await untilAccepted(gateway)
  })
})
