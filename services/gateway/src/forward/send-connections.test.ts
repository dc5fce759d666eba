import { getEventListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { closeListeners, listening, serving } from '../../test/listeners.ts'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'
import { createSend } from './send.ts'

afterEach(closeListeners)

const requestTo = (path = '/') => ({ path, headers: {} })
const send = (timeoutMs = 60_000) => createSend(createConnectingAgent(false), timeoutMs)

describe('connections of createSend', () => {
  it('keeps the connection', async () => {
    const peers: unknown[] = []
    const url = await serving((req, res) => {
      peers.push(req.socket.remotePort)
      res.end()
    })
    const sendOne = send()
    for (let count = 0; count < 2; count++) {
      await text(await sendOne(url, requestTo()))
      await setImmediate()
    }
    expect(peers[1]).toBe(peers[0])
  })

  it.each(['complete', 'broken'])('removes its listeners after a %s response', async (path) => {
    const url = await serving((req, res) => {
      if (req.url === '/complete') res.end()
      else res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy())
    })
    const { signal } = new AbortController()
    const response = await send()(url, { ...requestTo(`/${path}`), signal })
    await text(response).catch(() => {})
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('reports whether a connection was established', async () => {
    const breaking = await serving((req) => void req.socket.destroy())
    const broken = await send()(breaking, requestTo()).catch((error: unknown) => error)
    expect([Error.isError(broken), isNotReached(broken)]).toEqual([true, false])
    const unreachable = await send()(new URL('http://127.0.0.1:9'), requestTo()).catch(
      (e: unknown) => e,
    )
    expect(isNotReached(unreachable)).toBe(true)
  })

  it('cancels a silent request before and during the response', async () => {
    const url = await serving((req, res) => {
      if (req.url === '/half') res.writeHead(200, { 'content-length': '10' }).write('half')
    })
    await expect(send(50)(url, requestTo('/silent'))).rejects.toThrow('The service is silent')
    const half = await send(50)(url, requestTo('/half'))
    await expect(text(half)).rejects.toThrow('aborted')
  })

  it('cancels an aborted request before sending and during the response', async () => {
    const url = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('half')
    })
    const reason = new Error('Long enough')
    const aborted = { ...requestTo(), signal: AbortSignal.abort(reason) }
    await expect(send()(url, aborted)).rejects.toBe(reason)
    const stop = new AbortController()
    const half = await send()(url, { ...requestTo(), signal: stop.signal })
    stop.abort(reason)
    await expect(text(half)).rejects.toThrow('aborted')
  })

  it('sends nothing after a signal while connecting', async () => {
    const sent = Promise.withResolvers<string>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.once('data', (bytes) => sent.resolve(String(bytes)))
        socket.once('close', () => sent.resolve('')).on('error', () => {})
      }),
    )
    const stop = new AbortController()
    const reason = new Error('no longer wanted')
    const response = send()(url, { ...requestTo(), signal: stop.signal })
    stop.abort(reason)
    await expect(response).rejects.toBe(reason)
    expect(await sent.promise).toBe('')
  })

  it('reuses the connection of a response without a body', async () => {
    const peers: unknown[] = []
    const url = await serving((req, res) => {
      peers.push(req.socket.remotePort)
      res.writeHead(304, { etag: '"1"' }).end()
    })
    const sendOne = send()
    for (let count = 0; count < 2; count++) {
      const response = await sendOne(url, requestTo())
      expect([response.headers['etag'], await text(response)]).toEqual(['"1"', ''])
      await setImmediate()
    }
    expect(peers[1]).toBe(peers[0])
  })

  it('fails only the reader of a response that ends early', async () => {
    const url = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('half', () => res.destroy())
    })
    const unread = await send()(url, requestTo())
    await new Promise((resolve) => unread.once('close', resolve))
    expect(unread.errored?.message).toBe('aborted')
    await expect(text(await send()(url, requestTo()))).rejects.toThrow('aborted')
  })

  it('pauses a response that is not read', async () => {
    const size = 50_000_000
    let left: ServerResponse | undefined
    const url = await serving((_req, res) => {
      left = res
      res.end(Buffer.alloc(size))
    })
    const response = await send()(url, requestTo())
    await sleep(300)
    expect(response.readableLength).toBeLessThan(1_000_000)
    expect(left?.writableFinished).toBe(false)
    expect((await response.toArray()).reduce((sum, { length }: Buffer) => sum + length, 0)).toBe(
      size,
    )
  })

  it('aborts a destroyed response', async () => {
    const cut = Promise.withResolvers<void>()
    const url = await serving((_req, res) => {
      res.once('close', () => cut.resolve())
      res.write('half')
    })
    const response = await send()(url, requestTo())
    response.destroy()
    await cut.promise
  })
})
