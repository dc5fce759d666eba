import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { z } from 'zod'
import { route } from './route.ts'
import { serviceApp } from './service-app.ts'

const LIMIT = 100_000
const TARGET = '/admin/api/echo'
const app = serviceApp({
  title: 'Test',
  routes: [
    route({
      method: 'post',
      path: TARGET,
      summary: 'Echo',
      access: 'public',
      body: z.looseObject({}),
      reply: z.unknown(),
      handle: ({ body }) => body,
    }),
    route({
      method: 'post',
      path: '/admin/api/closed',
      summary: 'For nobody here',
      access: 'authenticated',
      body: z.looseObject({}),
      reply: z.unknown(),
      handle: ({ body }) => body,
    }),
  ],
  identity: createIdentityVerifier(['a-secret-of-more-than-32-characters'], 'test'),
  logger: createLogger({ service: 'test', level: 'silent' }),
  health: { checks: {}, isDraining: () => false },
  bodyLimit: LIMIT,
})

let server: Server
beforeAll(async () => {
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a request whose body may stay without its end. */
function send(
  path: string,
  headers: Record<string, string>,
  body: string | Buffer,
  isWhole = false,
) {
  const { port } = server.address() as AddressInfo
  const sending = request({
    port,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
  })
  sending.on('error', () => {})
  if (isWhole) sending.end(body)
  else sending.write(body)
  const answer = once(sending, 'response').then(async ([message]: IncomingMessage[]) => ({
    status: message?.statusCode,
    connection: message?.headers.connection,
    problem: JSON.parse(await text(message!)) as { error: string },
  }))
  return { sending, answer }
}

describe('a body that is refused before its end', () => {
  it.each([
    ['413 when too much is announced', TARGET, { 'content-length': String(LIMIT + 1) }, '{', 413],
    [
      '413 when too much has come',
      TARGET,
      { 'transfer-encoding': 'chunked' },
      'x'.repeat(LIMIT + 1),
      413,
    ],
    [
      '401 when the caller may not send it',
      '/admin/api/closed',
      { 'content-length': '5' },
      '{',
      401,
    ],
  ])('is answered %s, without waiting for the rest', async (_name, path, headers, part, status) => {
    const { sending, answer } = send(path, headers, part)
    const { connection, problem, ...rest } = await answer
    expect(rest.status).toBe(status)
    expect(connection).toBe('close')
    expect(problem.error).toEqual(expect.any(String))
    sending.destroy()
  })

  it('is taken in, so that its sender sees the answer, and then the connection is closed', async () => {
    const { sending, answer } = send(TARGET, { 'content-length': String(5_000_000) }, '{')
    expect((await answer).status).toBe(413)
    const closed = once(sending, 'close')
    sending.end('x'.repeat(4_999_999))
    await closed
    expect(sending.errored).toBeNull()
  })
})

describe('a body that is not UTF-8', () => {
  it('is refused, for a decoder would put other characters in its place', async () => {
    const body = Buffer.from('{"a":"?"}')
    body[6] = 0xff
    const { status, problem } = await send(TARGET, {}, body, true).answer
    expect(status).toBe(400)
    expect(problem.error).toBe('Body is not valid UTF-8')
  })

  it('is taken when it is UTF-8', async () => {
    const { status, problem } = await send(TARGET, {}, Buffer.from('{"error":"½ 🌊"}'), true).answer
    expect(status).toBe(200)
    expect(problem.error).toBe('½ 🌊')
  })
})
