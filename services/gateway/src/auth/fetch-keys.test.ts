import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { FetchError } from 'aws-jwt-verify/error'
import { createKeyFetcher, KeysAway } from './fetch-keys.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a key fetcher', () => {
  it('answers the bytes at the address it was told', async () => {
    const url = await serve((req, res) => res.end(req.url))
    const bytes = await createKeyFetcher(() => `${url}/ours`).fetch('https://derived.example')
    expect(Buffer.from(bytes).toString()).toBe('/ours')
  })

  it('follows no redirect', async () => {
    const url = await serve((req, res) => {
      if (req.url === '/') res.writeHead(302, { location: '/elsewhere' })
      res.end('keys')
    })
    await expect(createKeyFetcher(() => url).fetch('x')).rejects.toThrow(FetchError)
  })

  it.each([
    [404, false],
    [499, false],
    [500, true],
    [503, true],
  ])('fails with the status %i; the keys are away: %s', async (status, isAway) => {
    const url = await serve((_req, res) => res.writeHead(status).end())
    const failure = await createKeyFetcher(() => url)
      .fetch('x')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(FetchError)
    expect(String(failure)).toContain(`status ${status}`)
    expect(failure instanceof KeysAway).toBe(isAway)
  })

  it('fails with what a status is said to mean', async () => {
    const url = await serve((_req, res) => res.writeHead(404).end())
    const gone = new Error('no such key')
    const fetcher = createKeyFetcher(
      () => url,
      (status) => (status === 404 ? gone : undefined),
    )
    await expect(fetcher.fetch('x')).rejects.toBe(gone)
  })

  it('takes a million bytes and no more', async () => {
    let length = 1_000_000
    const url = await serve((_req, res) => res.end(Buffer.alloc(length)))
    expect((await createKeyFetcher(() => url).fetch('x')).byteLength).toBe(1_000_000)
    length++
    await expect(createKeyFetcher(() => url).fetch('x')).rejects.toThrow('too many bytes')
  })

  it('fails when nobody answers', async () => {
    const url = await serve((req) => req.socket.destroy())
    await expect(createKeyFetcher(() => url).fetch('x')).rejects.toThrow(FetchError)
  })

  it('names the address that it asked and the cause of a failed connection', async () => {
    const url = await serve((_req, res) => res.end())
    server.close()
    await once(server, 'close')
    const failure = await createKeyFetcher(() => `${url}/keys`)
      .fetch('https://derived.example')
      .catch(String)
    expect(failure).toContain(`${url}/keys`)
    expect(failure).toContain('ECONNREFUSED')
    expect(failure).not.toContain('derived.example')
  })
})
