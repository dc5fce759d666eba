import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { appOf } from '../../test/app-of.ts'
import { route } from '../route/route.ts'
import { readUpTo } from './request-body.ts'

const LIMIT = 100_000
const TARGET = '/admin/api/echo'
const app = appOf(
  [
    route({
      method: 'post',
      path: TARGET,
      summary: 'Echo',
      access: 'public',
      body: z.looseObject({}),
      bodySize: 'document',
      reply: z.unknown(),
      handle: ({ body }) => body,
    }),
    ...(['small', 'medium', 'record'] as const).map((bodySize) =>
      route({
        method: 'post',
        path: `/admin/api/${bodySize}`,
        summary: 'Echo of a small body',
        access: 'public',
        body: z.string(),
        bodySize,
        reply: z.unknown(),
        handle: ({ body }) => body.length,
      }),
    ),
    route({
      method: 'post',
      path: '/admin/api/closed',
      summary: 'Requires an identity',
      access: 'authenticated',
      body: z.looseObject({}),
      reply: z.unknown(),
      handle: ({ body }) => body,
    }),
  ],
  { bodyLimit: LIMIT },
)

let server: Server
beforeAll(async () => {
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a request whose body may be incomplete. */
function send(
  path: string,
  headers: Record<string, string>,
  body: string | Buffer,
  isComplete = false,
) {
  const { port } = server.address() as AddressInfo
  const sending = request({
    port,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
  })
  sending.on('error', () => {})
  if (isComplete) sending.end(body)
  else sending.write(body)
  const response = once(sending, 'response').then(async ([message]: IncomingMessage[]) => ({
    status: message?.statusCode,
    connection: message?.headers.connection,
    headers: message?.headers ?? {},
    problem: JSON.parse(await text(message!)) as { error: string },
  }))
  return { sending, response }
}

describe('a body that is rejected before its end', () => {
  it.each([
    [
      '413 when Content-Length exceeds the maximum',
      TARGET,
      { 'content-length': String(LIMIT + 1) },
      '{',
      413,
    ],
    [
      '413 when received bytes exceed the maximum',
      TARGET,
      { 'transfer-encoding': 'chunked' },
      'x'.repeat(LIMIT + 1),
      413,
    ],
    ['401 for an anonymous caller', '/admin/api/closed', { 'content-length': '5' }, '{', 401],
  ])('gets %s without waiting for the rest', async (_name, path, headers, part, status) => {
    const { sending, response } = send(path, headers, part)
    const { connection, problem, ...rest } = await response
    expect(rest.status).toBe(status)
    expect(connection).toBe('close')
    expect(problem.error).toEqual(expect.any(String))
    sending.destroy()
  })

  it('is discarded, then the connection is closed', async () => {
    const { sending, response } = send(TARGET, { 'content-length': String(5_000_000) }, '{')
    expect((await response).status).toBe(413)
    const closed = once(sending, 'close')
    sending.end('x'.repeat(4_999_999))
    await closed
    expect(sending.errored).toBeNull()
  })
})

describe.each([
  ['small', 8_192],
  ['medium', 65_536],
  ['record', 524_288],
])('a route with a %s body', (size, maximum) => {
  const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
  it('accepts at most the maximum size', async () => {
    const post = (bytes: number) => send(`/admin/api/${size}`, {}, sized(bytes), true).response
    expect((await post(maximum)).status).toBe(200)
    expect((await post(maximum + 1)).status).toBe(413)
  })
})

describe('a body with a coding or charset', () => {
  it.each([
    ['content-encoding', 'gzip'],
    ['content-encoding', 'identity, br'],
    ['content-type', 'application/json; charset=utf-7'],
    ['content-type', 'application/json; charset="UTF-16"'],
    ['content-type', 'application/json; charset=utf-8; charset=utf-32'],
  ])('is rejected before it is read: %s: %s', async (name, value) => {
    const { sending, response } = send(TARGET, { [name]: value, 'content-length': '99' }, '{')
    const { status, problem, headers } = await response
    expect(status).toBe(415)
    expect(problem.error).toMatch(/^(?:Compressed request bodies|Charset must be)/)
    expect(headers['accept-encoding']).toBe(name === 'content-encoding' ? 'identity' : undefined)
    sending.destroy()
  })

  it.each([
    ['content-encoding', 'Identity'],
    ['content-type', 'application/json;charset=UTF8'],
    ['content-type', 'application/json; charset="utf-8"; x=1'],
  ])('is accepted when it is plain UTF-8: %s: %s', async (name, value) => {
    expect((await send(TARGET, { [name]: value }, '{"error":"½"}', true).response).status).toBe(200)
  })
})

describe('readUpTo of a closed request', () => {
  it('rejects at once', async () => {
    const arrived = once(server, 'request')
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST ${TARGET} HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{`)
    const [req] = (await arrived) as [IncomingMessage]
    const closed = new Promise<void>((resolve) => req.once('close', resolve))
    socket.destroy()
    await closed
    await expect(readUpTo(req, 100)).rejects.toMatchObject({ message: 'Request aborted' })
  })
})

describe('bodies beyond the byte budget', () => {
  it('are rejected until the budget is free', async () => {
    const tight = appOf(
      [
        route({
          method: 'post',
          path: TARGET,
          summary: 'Length',
          access: 'public',
          body: z.string(),
          bodySize: 'document',
          reply: z.number(),
          handle: ({ body }) => body.length,
        }),
      ],
      { bodyLimit: LIMIT, bodyBudget: 100 },
    )
    const other = createServer(tight).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const post = (body: string) =>
      fetch(`http://127.0.0.1:${port}${TARGET}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const held = connect(port, '127.0.0.1')
    const head = `POST ${TARGET} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
    held.write(`${head}Content-Length: 90\r\n\r\n"${'x'.repeat(80)}`)
    // Repeats until the held request has arrived.
    try {
      let response = await post('y'.repeat(30))
      while (response.status === 200) response = await post('y'.repeat(30))
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      held.destroy()
      while (response.status !== 200) response = await post('y'.repeat(30))
      expect(await response.json()).toBe(30)
    } finally {
      held.destroy()
      other.closeAllConnections()
      other.close()
    }
  })
})
