import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import type { Metrics } from '../telemetry/metrics.ts'
import { serve, type Running } from './serve.ts'

const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })
let running: Running | undefined
afterEach(() => running?.drain())

async function start(
  listener: (req: IncomingMessage, res: ServerResponse) => void,
  drainMs = 7_000,
) {
  running = await serve(listener, { host: '127.0.0.1', port: 0, logger, drainMs })
  return running
}

async function get(port: number, agent?: Agent) {
  const call = request({ port, host: '127.0.0.1', ...(agent && { agent }) }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { headers: response.headers, body: await text(response) }
}

describe('serve', () => {
  it('names the port in use and the remedy', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(serve(() => {}, { host: '127.0.0.1', port, logger })).rejects.toThrow(
      `Port ${port} is in use on 127.0.0.1: stop the other process, or set PORT to another port`,
    )
    other.close()
  })
})

describe('a request that is not complete in time', () => {
  it.each([
    ['headers', 'POST / HTTP/1.1\r\nHost: a\r\nX-A: '],
    ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n'],
    ['chunks', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ])(
    'gets 408 although bytes keep arriving: %s',
    async (what, head) => {
      const counted: unknown[] = []
      const metrics = {
        counter: () => (labels: unknown) => void counted.push(labels),
        observe: () => {},
        close: () => {},
      } as unknown as Metrics
      running = await serve((req) => void req.resume(), {
        host: '127.0.0.1',
        port: 0,
        requestMs: 200,
        logger,
        metrics,
      })
      const socket = connect(running.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(head)
      const trickle = setInterval(() => socket.write(what === 'chunks' ? '1\r\nx\r\n' : 'x'), 20)
      const [response] = (await once(socket, 'data')) as [Buffer]
      expect(String(response)).toMatch(/^HTTP\/1.1 408 /)
      expect(String(response)).toContain('Request was not sent in time')
      expect(counted).toEqual([{ kind: 'request-too-slow', route: 'none', reason: 'none' }])
      // A client that keeps sending is cut off.
      await once(socket, 'close')
      clearInterval(trickle)
    },
    30_000,
  )
})

describe('a silent connection', () => {
  const STALLED_MS = 100
  const listening = async (listener: (req: IncomingMessage, res: ServerResponse) => void) => {
    const options = { host: '127.0.0.1', port: 0, logger, stalledMs: STALLED_MS }
    running = await serve(listener, options)
    const socket = connect(running.port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  it('is kept while its client waits for the response', async () => {
    const socket = await listening((_req, res) => {
      setTimeout(() => res.end('complete'), 5 * STALLED_MS)
    })
    socket.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    const [response] = (await once(socket, 'data')) as [Buffer]
    expect(response.toString()).toContain('complete')
    socket.destroy()
  })

  it.each([
    ['does not finish its request', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'],
    ['sends nothing', ''],
  ])('is closed when its client %s', async (_what, sent) => {
    const socket = await listening(() => {})
    socket.resume().write(sent)
    await once(socket, 'close')
  })

  it('is closed when its client does not read', async () => {
    const closed = Promise.withResolvers<void>()
    const socket = await listening((_req, res) => {
      res.once('close', closed.resolve)
      res.end(Buffer.alloc(32 * 1024 * 1024))
    })
    socket.pause().write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    await closed.promise
    socket.destroy()
  })

  it('is closed although another client waits for its response', async () => {
    const arrived = Promise.withResolvers<void>()
    const waiting = await listening(() => arrived.resolve())
    waiting.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    await arrived.promise
    const silent = connect(running!.port, '127.0.0.1').resume()
    await once(silent, 'close')
    expect(waiting.destroyed).toBe(false)
    waiting.destroy()
  })
})

describe('the rest of a body after the response', () => {
  it('is not parsed as the next request: the connection is closed', async () => {
    const { port } = await start((_req, res) => res.end('served'))
    const socket = connect(port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n')
    expect(await text(socket)).toContain('served')
  })

  it('leaves the connection open when it was sent completely', async () => {
    const { port } = await start((_req, res) => res.end('served'))
    const socket = connect(port, '127.0.0.1')
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n'
    socket.write(`${post}\r\nx${post}Connection: close\r\n\r\nx`)
    expect((await text(socket)).match(/HTTP\/1.1 200/g)).toHaveLength(2)
  })
})

describe('pipelined requests', () => {
  it('cost the connection beyond 1,000', async () => {
    let served = 0
    const { port } = await start((_req, res) => {
      served++
      setImmediate(() => res.end())
    })
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5_000))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(served).toBeLessThanOrEqual(1_000)
  })
})

describe('drain', () => {
  it('accepts connections during the shutdown delay, but not afterwards', async () => {
    const options = { host: '127.0.0.1', port: 0, logger, shutdownDelayMs: 500 }
    running = await serve((_req, res) => res.end('served'), options)
    const { port, drain, isDraining } = running
    const drained = drain()
    expect(isDraining()).toBe(true)
    const { headers, body } = await get(port)
    expect([headers.connection, body]).toEqual(['close', 'served'])
    await drained
    await expect(get(port)).rejects.toThrow('ECONNREFUSED')
  })

  it('lets a request in flight finish with Connection: close', async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    const { port, drain, isDraining } = await start((_req, res) => arrived.resolve(res))
    const response = get(port, new Agent({ keepAlive: true }))
    const res = await arrived.promise
    const drained = drain()
    expect(isDraining()).toBe(true)
    res.end('complete')
    expect(await response).toMatchObject({ body: 'complete', headers: { connection: 'close' } })
    await drained
  })

  it('accepts no new connection', async () => {
    const { port, drain } = await start((_req, res) => res.end())
    await drain()
    await expect(get(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('serves a request that arrives on an idle connection', async () => {
    const { port, drain } = await start((_req, res) => res.end('complete'))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect((await get(port, agent)).headers.connection).toBe('keep-alive')
    const drained = drain()
    expect(await get(port, agent)).toMatchObject({
      body: 'complete',
      headers: { connection: 'close' },
    })
    await drained
  })

  it('serves a client that opens another connection for its next request', async () => {
    const { port, drain } = await start((_req, res) => res.end('complete'))
    const agent = new Agent({ keepAlive: true })
    await get(port, agent)
    const drained = drain()
    for (let n = 0; n < 3; n++) {
      expect((await get(port, agent)).headers.connection).toBe('close')
      await sleep(150)
    }
    await drained
  })

  it('closes connections that stay idle', async () => {
    const { port, drain } = await start((_req, res) => res.end())
    const idle = connect(port, '127.0.0.1')
    await once(idle, 'connect')
    const closed = once(idle, 'close')
    idle.resume()
    await drain()
    await closed
  })

  it('cuts requests that do not end in time', async () => {
    const arrived = Promise.withResolvers<void>()
    const { port, drain } = await start(() => arrived.resolve(), 100)
    const response = get(port)
    const failed = expect(response).rejects.toMatchObject({ code: 'ECONNRESET' })
    await arrived.promise
    await drain()
    await failed
  })
})
