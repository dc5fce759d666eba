import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import { closeListeners, listening, serving } from '../../test/listeners.ts'
import { probe as probeWithin } from './probe.ts'

afterEach(closeListeners)

/** Slow machines have the time that they need. */
const TIMEOUT_MS = 60_000
const probe = (service: string, url: URL, { signal } = new AbortController()) =>
  probeWithin(service, url, signal, TIMEOUT_MS)

describe('probe', () => {
  it('requests /livez with the name of the service', async () => {
    const requested: unknown[] = []
    const url = await serving((req, res) => {
      requested.push([req.method, req.url, req.headers[SERVICE_HEADER], req.headers.connection])
      res.end()
    })
    expect(await probe('data', url)).toBe('alive')
    expect(requested).toEqual([['GET', '/livez', 'data', 'keep-alive']])
  })

  it('reports a service that closes the connection', async () => {
    const url = await serving((_req, res) => res.writeHead(200, { connection: 'close' }).end())
    expect(await probe('data', url)).toBe('closing')
  })

  it.each([204, 404, 421, 503])('rejects the status %i', async (status) => {
    const url = await serving((_req, res) => res.writeHead(status).end())
    await expect(probe('data', url)).rejects.toThrow(`Unexpected status ${status}`)
  })

  it('rejects when it is cancelled', async () => {
    const arrived = Promise.withResolvers<void>()
    const url = await serving(() => arrived.resolve())
    const cancellation = new AbortController()
    const probing = expect(probe('data', url, cancellation)).rejects.toMatchObject({
      name: 'AbortError',
    })
    await arrived.promise
    cancellation.abort()
    await probing
  })

  it('drains the response', async () => {
    const drained = Promise.withResolvers<void>()
    const url = await serving((_req, res) => {
      res.once('finish', () => drained.resolve())
      res.end(Buffer.alloc(10_000_000))
    })
    await probe('data', url)
    await drained.promise
  })

  it('rejects an address without a listener', async () => {
    const server = createTcpServer()
    const url = await listening(server)
    server.close()
    await once(server, 'close')
    await expect(probe('data', url)).rejects.toThrow('ECONNREFUSED')
  })

  it('resolves with the head and aborts an endless body when it is cancelled', async () => {
    const cut = Promise.withResolvers<void>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.once('close', () => cut.resolve())
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
      }),
    )
    const cancellation = new AbortController()
    await probe('data', url, cancellation)
    cancellation.abort()
    await cut.promise
  })

  it('connects to https addresses with TLS', async () => {
    const first = Promise.withResolvers<number | undefined>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.once('data', (hello) => {
          first.resolve(hello[0])
          socket.destroy()
        })
      }),
      'https',
    )
    await expect(probe('data', url)).rejects.toThrow()
    expect(await first.promise).toBe(0x16)
  })
})
