import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/logging'
import { boundPipelines, trackConnections } from './bounded-connection.ts'
import { serve, type Running } from './serve.ts'

let running: Running | undefined
afterEach(() => running?.drain())

/** What comes back on one connection, and how many requests reached the app. */
async function exchange(sent: string, answer: (res: ServerResponse) => void) {
  let reached = 0
  running = await serve(
    (_req, res) => {
      reached++
      answer(res)
    },
    {
      host: '127.0.0.1',
      port: 0,
      logger: createLogger({ service: 'test', level: 'silent' }),
      drainMs: 100,
    },
  )
  const socket = connect(running.port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => {})
  socket.write(sent)
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  return { reached, answered: text.split('HTTP/1.1 200').length - 1 }
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

describe('requests sent ahead of their answers', () => {
  it('are answered in turn while they are few', async () => {
    const seen = await exchange(GET.repeat(10) + LAST, (res) => setTimeout(() => res.end(), 5))
    expect(seen).toEqual({ reached: 11, answered: 11 })
  })

  it('cost the connection when they are many, and most are never looked at', async () => {
    const { reached } = await exchange(GET.repeat(5_000), (res) => setTimeout(() => res.end(), 50))
    expect(reached).toBeLessThan(50)
  })
})

describe('boundPipelines', () => {
  /** Requests of one connection, under way until the test ends them. */
  function connection(mayServe: ReturnType<typeof boundPipelines>) {
    const socket = new Socket()
    return {
      socket,
      request: () => {
        const res = new EventEmitter()
        const isServed = mayServe({ socket } as IncomingMessage, res as ServerResponse)
        return { isServed, end: () => void res.emit('close') }
      },
    }
  }

  it('serves sixteen ahead of the one that is answered, and cuts off at the next', () => {
    const mayServe = boundPipelines(trackConnections())
    const { socket, request } = connection(mayServe)
    for (let n = 0; n < 17; n++) expect(request().isServed).toBe(true)
    expect(socket.destroyed).toBe(false)
    expect(request().isServed).toBe(false)
    expect(socket.destroyed).toBe(true)
    expect(connection(mayServe).request().isServed).toBe(true)
  })

  it('has room for another once one is answered, and for no more', () => {
    const { socket, request } = connection(boundPipelines(trackConnections()))
    const [first] = Array.from({ length: 17 }, request)
    first?.end()
    expect(request().isServed).toBe(true)
    expect(request().isServed).toBe(false)
    expect(socket.destroyed).toBe(true)
  })

  it('serves nothing of a connection that is gone', () => {
    const { socket, request } = connection(boundPipelines(trackConnections()))
    socket.destroy()
    expect(request().isServed).toBe(false)
  })
})

describe('a connection that is kept alive', () => {
  it('serves any number of requests, one after the other', async () => {
    let served = 0
    running = await serve((_req, res) => res.end('x'), {
      host: '127.0.0.1',
      port: 0,
      logger: createLogger({ service: 'test', level: 'silent' }),
      drainMs: 100,
    })
    const socket = connect(running.port, '127.0.0.1')
    while (served < 100) {
      socket.write(GET)
      await once(socket, 'data')
      served++
    }
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  })
})
