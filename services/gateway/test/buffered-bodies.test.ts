import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { serve } from '@landscape/http'
import { createLogger } from '@landscape/runtime'
import { closeServers, gatewayApp, listen, sendRaw, statusesOf } from './gateway-fixture.ts'

/** How each request reached the registry: begun, and what came of it in the end. */
const begun: IncomingMessage[] = []
const bodies: string[] = []
const REGISTRY = '/api/v1/projects'
const KEPT = 300_000
const DOCUMENT = 1_000_000
const registry = await listen((req, res) => {
  // A gateway of another test may still ask whether whoever had this port before is back.
  if (req.url === '/livez') return res.end()
  begun.push(req)
  const answer = async () => {
    bodies.push(await text(req))
    res.end('{}')
  }
  // A body that breaks off is nobody's.
  answer().catch(() => {})
})
const { app } = gatewayApp({
  upstreams: { projects: registry.url, assistant: registry.url },
  bodies: { document: DOCUMENT, total: KEPT },
})
const { port } = await listen(app)
beforeEach(() => {
  begun.length = 0
  bodies.length = 0
})
afterAll(closeServers)

function upload(headers: Record<string, string | number>, path = REGISTRY): ClientRequest {
  const call = httpRequest({
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  call.on('error', () => {})
  call.flushHeaders()
  return call
}

async function answerOf(call: ClientRequest) {
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const problem = JSON.parse(await text(answer)) as { error?: string }
  return { status: answer.statusCode, headers: answer.headers, error: problem.error }
}

/** Resolves when everything written so far was read: the gateway reads connections in turn. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await fetch(`http://127.0.0.1:${port}/livez`)
}

describe('a small body', () => {
  it('reaches the service whole or not at all', async () => {
    const call = upload({ 'content-length': 10 })
    call.write('12345')
    await settled()
    expect(begun).toHaveLength(0)
    call.end('67890')
    expect((await answerOf(call)).status).toBe(200)
    expect(bodies).toEqual(['1234567890'])
  })

  it('is passed on with its length, although it came in chunks', async () => {
    const call = upload({ 'transfer-encoding': 'chunked' })
    call.write('123')
    await settled()
    call.end('45')
    await answerOf(call)
    expect(bodies).toEqual(['12345'])
    expect(begun[0]?.headers).toMatchObject({ 'content-length': '5' })
    expect(begun[0]?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('of a client that leaves never reaches the service', async () => {
    const call = upload({ 'content-length': 10 })
    call.write('12345')
    await settled()
    call.destroy()
    await settled()
    expect(begun).toHaveLength(0)
  })
})

describe('a large body', () => {
  it.each([
    ['a length', { 'content-length': 500_000 }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('is streamed once enough of it has come, and arrives whole: %s', async (_name, headers) => {
    const call = upload(headers)
    call.write('a'.repeat(10))
    await settled()
    expect(begun).toHaveLength(0)
    call.write('b'.repeat(299_990))
    for (let i = 0; i < 200 && begun.length === 0; i++) await settled()
    expect(begun).toHaveLength(1)
    expect(bodies).toHaveLength(0)
    call.end('c'.repeat(200_000))
    expect((await answerOf(call)).status).toBe(200)
    expect(bodies[0]).toBe('a'.repeat(10) + 'b'.repeat(299_990) + 'c'.repeat(200_000))
  })
})

describe('a body that is refused', () => {
  it.each([
    [
      'too large for a document',
      '/review/api/tech-radar/update',
      { 'content-length': DOCUMENT + 1 },
      '',
      413,
    ],
    ['too large for a record', REGISTRY, { 'content-length': 512 * 1024 + 1 }, '', 413],
    ['too large for a form', '/admin/api/banners/toggle', { 'content-length': 65_537 }, '', 413],
    [
      'too large for the sign-in',
      '/assistant/api/scm/oauth/token',
      { 'content-length': 8_193 },
      '',
      413,
    ],
    [
      'too large in chunks',
      '/assistant/api/scm/oauth/token',
      { 'transfer-encoding': 'chunked' },
      'x'.repeat(8_193),
      413,
    ],
    ['compressed', REGISTRY, { 'content-encoding': 'gzip', 'content-length': 5 }, '', 415],
  ])(
    'is answered before its end, and closes the connection: %s',
    async (_name, path, headers, part, status) => {
      const call = upload(headers, path)
      if (part !== '') call.write(part)
      const answer = await answerOf(call)
      expect(answer.status).toBe(status)
      expect(answer.headers.connection).toBe('close')
      expect(begun).toHaveLength(0)
      call.destroy()
    },
  )
})

describe('bodies that are more together than the gateway keeps', () => {
  it('are turned away until there is room again', async () => {
    const first = upload({ 'content-length': 200_000 })
    first.write('x'.repeat(199_999))
    await settled()
    const second = upload({ 'content-length': 200_000 })
    second.end('y'.repeat(200_000))
    const { status, headers } = await answerOf(second)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    first.end('x')
    expect((await answerOf(first)).status).toBe(200)
    await settled()
    const third = upload({ 'content-length': 200_000 })
    third.end('z'.repeat(200_000))
    expect((await answerOf(third)).status).toBe(200)
  })
})

describe('a body that does not come whole in time', () => {
  it.each([
    ['before the service is asked', 10, 1_000, 0],
    ['while the service takes it in', 270_000, 500_000, 1],
  ])(
    'is answered 408 and cut off, and never reaches anybody whole: %s',
    async (_when, come, length, asked) => {
      const running = await serve(app, {
        host: '127.0.0.1',
        port: 0,
        requestMs: 300,
        logger: createLogger({ service: 'gateway', level: 'silent' }),
      })
      const answer = await sendRaw(
        running.port,
        `POST ${REGISTRY} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${length}\r\n\r\n${'x'.repeat(come)}`,
        30_000,
      )
      // Everything came before the connection was closed by the gateway.
      expect(statusesOf(answer)).toEqual([408])
      expect(answer).toContain('Request was not sent in time')
      expect(begun).toHaveLength(asked)
      expect(bodies).toEqual([])
      await running.drain()
    },
  )
})
