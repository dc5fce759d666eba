import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import type { Metrics } from '../telemetry/metrics.ts'
import { serve, type Running } from './serve.ts'

const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })
let running: Running | undefined
const opened: Socket[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await running?.drain()
})

/** A server with a maximum of connections, and what it counts. */
async function start(maxConnections: number, listener?: RequestListener) {
  const counted: { kind: string; reason: string }[] = []
  const tooMany = Promise.withResolvers<void>()
  const metrics = {
    counter: () => (labels: { kind: string; reason: string }) => {
      counted.push(labels)
      if (labels.reason !== 'none') tooMany.resolve()
    },
    observe: () => {},
    close: () => {},
  } as unknown as Metrics
  const settings = { host: '127.0.0.1', port: 0, logger, metrics, maxConnections }
  running = await serve(listener ?? ((_req, res) => void res.end('served')), settings)
  const { port } = running
  /** Opens a connection and sends some bytes. */
  const open = async (sent: string, options: Partial<TcpNetConnectOpts> = {}) => {
    const socket = connect({ port, host: '127.0.0.1', ...options })
    socket.on('error', () => {})
    opened.push(socket)
    await once(socket, 'connect')
    socket.write(sent)
    return socket
  }
  return { counted, tooMany: tooMany.promise, open, get: (agent?: Agent) => get(port, agent) }
}

async function get(port: number, agent?: Agent) {
  const call = request({ port, host: '127.0.0.1', ...(agent && { agent }) }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return text(response)
}

const PARTIAL = 'GET / HTTP/1.1\r\nHost: a'
const COMPLETE = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const INCOMPLETE = { kind: 'too-many-connections', route: 'none', reason: 'incomplete headers' }

describe('the connection limit', () => {
  it('drops a connection beyond it, and closes idle ones to make room', async () => {
    const { counted, get } = await start(1)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await get(agent)
    await expect(get()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(counted).toEqual([{ kind: 'too-many-connections', route: 'none', reason: 'none' }])
    expect(await get()).toBe('served')
    agent.destroy()
  })
})

describe('connections of one network with incomplete headers', () => {
  it.each([
    ['part of a request', PARTIAL],
    ['nothing', ''],
    ['a malformed request', 'no HTTP\r\n\r\n'],
  ])('cost the oldest one beyond a share: sent %s', async (_what, sent) => {
    const { counted, open, get } = await start(32)
    const oldest = await open(sent)
    const closed = once(oldest.resume(), 'close')
    const kept = [await open(sent), await open(sent)]
    await closed
    expect(counted).toContainEqual(INCOMPLETE)
    expect(kept.map(({ destroyed }) => destroyed)).toEqual([false, false])
    expect(await get()).toBe('served')
  })

  it('leave those of other networks open', async () => {
    const { counted, open } = await start(16)
    const other = await open(PARTIAL, { localAddress: '127.0.0.2' })
    const oldest = await open(PARTIAL)
    const closed = once(oldest.resume(), 'close')
    await open(PARTIAL)
    await closed
    expect(counted).toEqual([INCOMPLETE])
    expect(other.destroyed).toBe(false)
  })

  it('include those whose rejected request is incomplete', async () => {
    const { counted, tooMany, open } = await start(16)
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'
    const oldest = await open(post, { allowHalfOpen: true })
    await once(oldest, 'data')
    await open(PARTIAL)
    await tooMany
    expect(counted).toEqual([INCOMPLETE])
  })

  it('include those with part of a second request once all connections are taken', async () => {
    const { counted, open, get } = await start(4)
    for (let n = 0; n < 4; n++) await once(await open(COMPLETE + PARTIAL), 'data')
    await expect(get()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(counted.slice(1)).toEqual([INCOMPLETE, INCOMPLETE, INCOMPLETE])
    expect(await get()).toBe('served')
  })
})

describe('connections of one network with complete headers', () => {
  it('stay open however many wait for a response', async () => {
    const pending: (() => void)[] = []
    const all = Promise.withResolvers<void>()
    const { counted, open } = await start(16, (_req, res) => {
      pending.push(() => res.end('served'))
      if (pending.length === 10) all.resolve()
    })
    const sockets = await Promise.all(Array.from({ length: 10 }, () => open(COMPLETE)))
    await all.promise
    const responses = sockets.map((socket) => once(socket, 'data'))
    for (const respond of pending) respond()
    expect((await Promise.all(responses)).map(String)).toEqual(
      Array(10).fill(expect.stringContaining('served')),
    )
    expect(counted).toEqual([])
  })
})
