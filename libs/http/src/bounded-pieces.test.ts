import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/logging'
import { z } from 'zod'
import { appOf, thing } from '../test/app-of.ts'
import { boundedPieces, trackConnections } from './bounded-connection.ts'
import { serve, type Running } from './serve.ts'

let running: Running | undefined
afterEach(() => running?.drain())

/** What comes back for a body of these pieces, and how much of it reached the app. */
async function exchange(
  pieces: readonly string[],
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  path = '/',
) {
  let received = 0
  running = await serve(
    (req, res) => {
      req.on('data', (piece: Buffer) => (received += piece.length))
      answer(req, res)
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
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  socket.write(`${head}${chunks.join('')}0\r\n\r\n`)
  await new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', () => resolve())
  })
  socket.destroy()
  return { text, received }
}

/** A connection whose request is answered while its body still comes. */
async function answered(app: (req: IncomingMessage, res: ServerResponse) => void) {
  const logger = createLogger({ service: 'test', level: 'silent' })
  running = await serve(app, { host: '127.0.0.1', port: 0, logger, drainMs: 100 })
  const socket = connect(running.port, '127.0.0.1')
  let text = ''
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  await new Promise<void>((resolve) =>
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('answered')) resolve()
    }),
  )
  return { socket, ended, read: () => text }
}

const whenWhole = (req: IncomingMessage, res: ServerResponse) =>
  void req.once('end', () => res.end('whole'))

describe('boundedPieces', () => {
  /** A connection whose clock the test sets. */
  function connection() {
    const refused: Duplex[] = []
    let time = 0
    const connectionOf = trackConnections(() => time)
    const socket = new Socket()
    const Request = boundedPieces(connectionOf, (one) => {
      refused.push(one)
      connectionOf(one).isRefused = true
    })
    return {
      refused,
      socket,
      wait: (ms: number) => (time += ms),
      /** How many bytes are taken of a request that comes in these pieces. */
      take: (pieces: readonly (Buffer | null)[]) => {
        const req = new Request(socket)
        let bytes = 0
        // Without a body's end nothing is read: what is taken stays in the buffer.
        for (const piece of pieces) {
          req.push(piece)
          bytes = req.readableLength
        }
        return bytes
      },
    }
  }
  const of = (count: number, size: number) =>
    Array.from({ length: count }, () => Buffer.alloc(size))

  it('takes a thousand small pieces, and refuses once what comes then', () => {
    const { take, refused, socket } = connection()
    expect(take(of(1_500, 1))).toBe(1_005)
    expect(take(of(1_500, 1))).toBe(0)
    expect(refused).toEqual([socket])
  })

  it('takes any number of 200 bytes on average, the end too', () => {
    expect(connection().take(of(5_000, 200))).toBe(5_000 * 200)
    const { take, refused } = connection()
    take([...of(1_005, 1), null])
    expect(refused).toEqual([])
  })

  it('lets large pieces make up for small ones, and saves none up for more than a thousand', () => {
    const { take } = connection()
    take(of(1_000, 1))
    // Five small ones are left, and twenty come with this.
    expect(take([...of(1, 4_200), ...of(100, 1)])).toBe(4_200 + 33)
    expect(connection().take([...of(1, 9_000_000), ...of(1_500, 1)])).toBe(9_000_000 + 1_005)
  })

  it('counts the pieces of all bodies of a connection, of which each may bring eight', () => {
    const one = connection()
    for (let n = 0; n < 10_000; n++) expect(one.take(of(8, 1))).toBe(8)
    const other = connection()
    const taken = Array.from({ length: 20 }, () => other.take(of(100, 1)))
    expect(taken.slice(0, 10)).toEqual(taken.slice(0, 10).fill(100))
    expect(taken.slice(11)).toEqual(taken.slice(11).fill(0))
  })

  it('lets a thousand more come each second', () => {
    const { take, wait, refused } = connection()
    for (let n = 0; n < 100; n++) {
      expect(take(of(100, 1))).toBe(100)
      wait(100)
    }
    wait(60_000)
    expect(refused).toEqual([])
    expect(take(of(5_000, 1))).toBeLessThan(2_020)
  })
})

describe('a body', () => {
  it.each([
    ['few small pieces', Array.from({ length: 900 }, () => 'x')],
    ['many pieces of a fair size', Array.from({ length: 3_000 }, () => 'x'.repeat(300))],
  ])('may come in %s', async (_which, pieces) => {
    const { text, received } = await exchange(pieces, whenWhole)
    expect(text).toContain('whole')
    expect(received).toBe(pieces.join('').length)
  })

  it('is refused when it comes in many small pieces, before the app has most of them', async () => {
    const { text, received } = await exchange(
      Array.from({ length: 50_000 }, () => 'x'),
      whenWhole,
    )
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain('The body comes in too many pieces')
    // A thousand and eight, and as many as milliseconds passed meanwhile.
    expect(received).toBeLessThan(2_000)
  })

  it.each(['/form', '/form/of/kim'])(
    'is refused so by %s, too, whatever finds the route',
    async (path) => {
      let handled = 0
      const form = (path: string) =>
        thing(path, {
          method: 'post',
          params: z.unknown(),
          body: z.unknown(),
          bodySize: 'form',
          handle: () => ++handled,
        })
      const app = appOf([form('/form'), form('/form/of/:name')])
      const { text } = await exchange(
        Array.from({ length: 2_000 }, () => ' '),
        app,
        path,
      )
      expect(text).toMatch(/^HTTP\/1.1 400 /)
      expect(text).toContain('The body comes in too many pieces')
      expect(handled).toBe(0)
    },
  )

  it('is cut off when it goes on in small pieces after it was answered', async () => {
    const { received } = await exchange(
      Array.from({ length: 50_000 }, () => 'x'),
      (_req, res) => {
        res.writeHead(405)
        res.write('refused')
      },
    )
    // A thousand and eight, and as many as milliseconds passed meanwhile.
    expect(received).toBeLessThan(2_000)
  })

  it('goes on in small pieces after its whole answer, which arrives and stays one answer', async () => {
    for (let n = 0; n < 10; n++) {
      const { text } = await exchange(
        Array.from({ length: 20_000 }, () => 'x'),
        (_req, res) => void res.end('answered'),
      )
      expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
      expect(text).toContain('answered')
    }
  })

  it('is cut off in the end when it goes on in small pieces after its whole answer', async () => {
    const app = (_req: IncomingMessage, res: ServerResponse) => void res.end('answered')
    const { socket, ended, read } = await answered(app)
    const more = setInterval(() => socket.write('1\r\nx\r\n'.repeat(500)), 1)
    await ended
    clearInterval(more)
    expect(read().match(/HTTP\/1.1/g)).toHaveLength(1)
  })

  it('may go on in a few pieces after its whole answer, and another request may follow', async () => {
    const app = (_req: IncomingMessage, res: ServerResponse) => void res.end('answered')
    const { socket, ended, read } = await answered(app)
    socket.write(`${'1\r\nx\r\n'.repeat(500)}0\r\n\r\n`)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await ended
    expect(read().match(/HTTP\/1.1 200/g)).toHaveLength(2)
  })
})

describe('bodies one after the other', () => {
  it('are refused when they come in small pieces by the thousand, and those behind are not looked at', async () => {
    let reached = 0
    const logger = createLogger({ service: 'test', level: 'silent' })
    running = await serve(
      (_req, res) => {
        reached++
        res.end('answered')
      },
      { host: '127.0.0.1', port: 0, logger, drainMs: 100 },
    )
    const socket = connect(running.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => {})
    const one = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(400)}0\r\n\r\n`
    socket.write(one.repeat(12))
    await new Promise<void>((resolve) => socket.once('end', resolve))
    socket.destroy()
    expect(reached).toBeLessThan(6)
    // The one that went too far was answered before its body came.
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(
      Array.from({ length: reached }, () => 'HTTP/1.1 200'),
    )
  })
})
