import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { createConcurrencyLimit } from '../src/limits/caller-limits.ts'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'

const MOST = 3
const GET = 'GET /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n\r\n'
const UPLOAD = 'POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(closeServers)

/** A gateway before a service that answers only when it is told to, and what has come to the service. */
async function start() {
  const waiting: (() => void)[] = []
  const { url } = await listen((_req, res) => void waiting.push(() => res.end('{}')))
  const { app } = gatewayApp({
    upstreams: { data: url, projects: url },
    limitCaller: createConcurrencyLimit(MOST),
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

/** Asks until a request is refused; one that was let through is taken back. */
async function untilRefused(port: number) {
  for (;;) {
    const socket = send(port, UPLOAD)
    if ((await Promise.race([statusOf(socket), sleep(100)])) === 429) return
    socket.destroy()
  }
}

/** Asks until a request is let through: the place of a closed connection is free a moment later. */
async function untilLetThrough({ port, waiting }: Awaited<ReturnType<typeof start>>) {
  const answering = setInterval(() => waiting.splice(0).forEach((finish) => finish()), 10)
  while ((await statusOf(send(port, GET))) !== 200);
  clearInterval(answering)
}

describe('requests of one caller under way', () => {
  it('answers one too many at once with 429 and a time to retry, and lets the next one in', async () => {
    const gateway = await start()
    const first = Array.from({ length: MOST }, () => send(gateway.port, GET))
    const answers = first.map(statusOf)
    while (gateway.waiting.length < MOST) await sleep(10)
    const [chunk] = (await once(send(gateway.port, GET), 'data')) as [Buffer]
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 429 .*\r\nretry-after: 1\r\n/is)
    expect(chunk.toString()).toContain('Too many concurrent requests')
    gateway.waiting.splice(0).forEach((finish) => finish())
    expect(await Promise.all(answers)).toEqual([200, 200, 200])
    await untilLetThrough(gateway)
  })

  it.each([
    ['uploads that never end', UPLOAD],
    ['requests that nobody waits for', GET],
    ['requests sent one behind the other', GET + GET + GET],
  ])('counts %s, and forgets them when the connection is gone', async (_what, text) => {
    const gateway = await start()
    for (let round = 0; round < 3; round++) {
      const held = Array.from({ length: MOST }, () => send(gateway.port, text))
      await untilRefused(gateway.port)
      for (const socket of held) socket.destroy()
    }
    await untilLetThrough(gateway)
  })
})
