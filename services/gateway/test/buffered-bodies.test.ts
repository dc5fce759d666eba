import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { serve } from '@landscape/http/server/serve'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { closeServers, gatewayApp, listen, sendRaw, statusesOf } from './gateway-fixture.ts'

/** Requests that reached the registry, and their complete bodies. */
const received: IncomingMessage[] = []
const bodies: string[] = []
const REGISTRY = '/api/v1/projects'
const TOTAL = 300_000
const DOCUMENT = 1_000_000
const registry = await listen((req, res) => {
  // Probes of another test's gateway may still reach this port.
  if (req.url === '/livez') return res.end()
  received.push(req)
  const respond = async () => {
    bodies.push(await text(req))
    res.end('{}')
  }
  // Incomplete bodies are ignored.
  respond().catch(() => {})
})
const { app } = gatewayApp({
  upstreams: { projects: registry.url, assistant: registry.url },
  bodies: { document: DOCUMENT, total: TOTAL },
})
const { port } = await listen(app)
beforeEach(() => {
  received.length = 0
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

async function responseOf(call: ClientRequest) {
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const problem = JSON.parse(await text(response)) as { error?: string }
  return { status: response.statusCode, headers: response.headers, error: problem.error }
}

/** Resolves when the gateway has read all bytes written before the call. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await fetch(`http://127.0.0.1:${port}/livez`)
}

describe('a small body', () => {
  it('is forwarded only when it is complete', async () => {
    const call = upload({ 'content-length': 10 })
    call.write('12345')
    await settled()
    expect(received).toHaveLength(0)
    call.end('67890')
    expect((await responseOf(call)).status).toBe(200)
    expect(bodies).toEqual(['1234567890'])
  })

  it('is forwarded with content-length when it arrives in chunks', async () => {
    const call = upload({ 'transfer-encoding': 'chunked' })
    call.write('123')
    await settled()
    call.end('45')
    await responseOf(call)
    expect(bodies).toEqual(['12345'])
    expect(received[0]?.headers).toMatchObject({ 'content-length': '5' })
    expect(received[0]?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('is not forwarded when the client disconnects', async () => {
    const call = upload({ 'content-length': 10 })
    call.write('12345')
    await settled()
    call.destroy()
    await settled()
    expect(received).toHaveLength(0)
  })
})

describe('a large body', () => {
  it.each([
    ['a length', { 'content-length': 500_000 }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('is streamed completely once the buffer is full: %s', async (_name, headers) => {
    const call = upload(headers)
    call.write('a'.repeat(10))
    await settled()
    expect(received).toHaveLength(0)
    call.write('b'.repeat(299_990))
    for (let i = 0; i < 200 && received.length === 0; i++) await settled()
    expect(received).toHaveLength(1)
    expect(bodies).toHaveLength(0)
    call.end('c'.repeat(200_000))
    expect((await responseOf(call)).status).toBe(200)
    expect(bodies[0]).toBe('a'.repeat(10) + 'b'.repeat(299_990) + 'c'.repeat(200_000))
  })
})

describe('a rejected body', () => {
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
    'causes a response before its end and closes the connection: %s',
    async (_name, path, headers, chunk, status) => {
      const call = upload(headers, path)
      if (chunk !== '') call.write(chunk)
      const response = await responseOf(call)
      expect(response.status).toBe(status)
      expect(response.headers.connection).toBe('close')
      expect(received).toHaveLength(0)
      call.destroy()
    },
  )
})

describe('bodies above the total buffer limit', () => {
  it('are rejected with 503 until buffers are released', async () => {
    const first = upload({ 'content-length': 200_000 })
    first.write('x'.repeat(199_999))
    await settled()
    const second = upload({ 'content-length': 200_000 })
    second.end('y'.repeat(200_000))
    const { status, headers } = await responseOf(second)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    first.end('x')
    expect((await responseOf(first)).status).toBe(200)
    await settled()
    const third = upload({ 'content-length': 200_000 })
    third.end('z'.repeat(200_000))
    expect((await responseOf(third)).status).toBe(200)
  })
})

describe('a body that exceeds the request timeout', () => {
  it.each([
    ['buffered', 10, 1_000, 0],
    ['streamed', 270_000, 500_000, 1],
  ])(
    'returns 408, closes the connection and never completes at the service: %s',
    async (_mode, sent, length, requests) => {
      const running = await serve(app, {
        host: '127.0.0.1',
        port: 0,
        requestMs: 300,
        logger: createLogger({ service: 'gateway', level: 'silent', destination: { write() {} } }),
      })
      const response = await sendRaw(
        running.port,
        `POST ${REGISTRY} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`,
        30_000,
      )
      // The client receives the response before the connection closes.
      expect(statusesOf(response)).toEqual([408])
      expect(response).toContain('Request was not sent in time')
      expect(received).toHaveLength(requests)
      expect(bodies).toEqual([])
      await running.drain()
    },
  )
})
