import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/logging'
import { serve, type Running } from './serve.ts'

let running: Running | undefined
afterEach(() => running?.drain())

/** What comes back for a body of these pieces, and how much of it reached the app. */
async function exchange(
  pieces: readonly string[],
  answer: (req: IncomingMessage, res: ServerResponse) => void,
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
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(`${head}${chunks.join('')}0\r\n\r\n`)
  await new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', () => resolve())
  })
  socket.destroy()
  return { text, received }
}

const whenWhole = (req: IncomingMessage, res: ServerResponse) =>
  void req.once('end', () => res.end('whole'))

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
})
