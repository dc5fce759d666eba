import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/logging'
import { z } from 'zod'
import { appOf, thing } from '../test/app-of.ts'
import { boundedPieces } from './bounded-connection.ts'
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
  /** A request whose connection sends these pieces; how many are taken, and how often it is refused. */
  function taken(pieces: readonly (Buffer | null)[]) {
    const refused: Socket[] = []
    const socket = new Socket()
    const Request = boundedPieces((one) => refused.push(one))
    const req = new Request(socket)
    let bytes = 0
    // Without a body's end nothing is read: what is taken stays in the buffer.
    for (const piece of pieces) {
      req.push(piece)
      bytes = req.readableLength
    }
    return { bytes, refused: refused.length, isOurs: refused.every((one) => one === socket) }
  }
  const of = (count: number, size: number) =>
    Array.from({ length: count }, () => Buffer.alloc(size))

  it('takes a thousand pieces of any size, and refuses once what comes then', () => {
    expect(taken(of(1_003, 1))).toEqual({ bytes: 1_003, refused: 0, isOurs: true })
    expect(taken(of(1_500, 1))).toEqual({ bytes: 1_003, refused: 1, isOurs: true })
  })

  it('takes any number of 256 bytes on average, the end too', () => {
    expect(taken(of(5_000, 256))).toMatchObject({ bytes: 5_000 * 256, refused: 0 })
    expect(taken([...of(1_003, 1), null])).toMatchObject({ refused: 0 })
    // Large pieces make up for small ones.
    expect(taken([...of(4, 1_024), ...of(1_015, 1)])).toMatchObject({ refused: 0 })
    expect(taken([...of(4, 1_024), ...of(1_016, 1)])).toMatchObject({ refused: 1 })
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
    expect(received).toBeLessThan(1_010)
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
    expect(received).toBeLessThan(1_010)
  })

  it('is cut off when it goes on in small pieces after its whole answer, which stays one answer', async () => {
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
