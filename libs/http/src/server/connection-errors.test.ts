import { once } from 'node:events'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { z } from 'zod'
import { appOf } from '../../test/app-of.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { route } from '../route/route.ts'
import { serve } from './serve.ts'

const lines: string[] = []
const logger = createLogger({
  service: 'test',
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
})
const well = route({
  method: 'get',
  path: '/well',
  summary: 'Whether it is well',
  access: 'public',
  reply: z.string(),
  handle: () => 'well',
})
const counted: unknown[] = []
const metrics = {
  counter: (name: string) => (labels: unknown) => {
    if (name === 'landscape_problems_total') counted.push(labels)
  },
  observe: () => {},
  close: () => {},
} as unknown as Metrics
const app = appOf([well])
/** The paths of the requests that reached the app. */
const reached: string[] = []
const running = await serve(
  (req, res) => {
    reached.push(req.url ?? '')
    if (req.url === '/begun') res.write('begun')
    else if (req.url === '/complete') res.end('complete')
    else if (req.url === '/later') setTimeout(() => res.end('later'), 50)
    else if (req.url === '/large') res.end(Buffer.alloc(8_000_000, 'x'))
    else if (req.method === 'POST') req.resume()
    else app(req, res)
  },
  { host: '127.0.0.1', port: 0, logger, metrics, drainMs: 100, requestMs: 2_000 },
)
afterAll(() => running.drain())

/** Sends raw bytes, and more after the first response; returns everything that was received. */
async function exchange(sent: string, later?: string, { port } = running): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(sent)
  if (later !== undefined) socket.once('data', () => socket.write(later))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

/** The head of a request whose body has not been sent. */
const upload = (path: string, method = 'PUT') =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`

const post = (headers: string, body: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`

describe('a request that never reaches an app', () => {
  it.each([
    ['malformed HTTP', 'garbage\r\n\r\n', 400, 'Bad request', 'malformed'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'Bad request', 'malformed'],
    [
      'two framings',
      post('Content-Length: 1\r\nTransfer-Encoding: chunked', 'x'),
      400,
      'Bad request',
      'malformed',
    ],
    [
      'headers beyond the limit',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(90_000)}\r\n\r\n`,
      431,
      'Request headers are too large',
      'headers-too-large',
    ],
    [
      'a target beyond the limit',
      `GET /${'x'.repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'Request headers are too large',
      'headers-too-large',
    ],
    [
      'chunk extensions without end',
      post('Transfer-Encoding: chunked', `1;${'x'.repeat(90_000)}\r\nx\r\n`),
      413,
      'Payload too large',
      'payload-too-large',
    ],
    // Express responds to it with a page of its own.
    [
      'a target that is not a path',
      'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n',
      400,
      'Request target is not a path',
      undefined,
    ],
    ['a missing Host', 'GET /livez HTTP/1.1\r\n\r\n', 400, 'Host header is missing', undefined],
    [
      'an unknown expectation',
      'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n',
      417,
      'Expectation failed',
      undefined,
    ],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'Method not allowed', undefined],
  ])(
    'gets problem details and is counted by kind: %s',
    async (_name, sent, status, error, kind) => {
      counted.length = 0
      const [head = '', body = ''] = (await exchange(sent)).split('\r\n\r\n')
      const title = STATUS_CODES[status]!
      const [first, ...lines] = head.split('\r\n')
      expect(first).toBe(`HTTP/1.1 ${status} ${title}`)
      const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]))
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'cache-control': 'no-store',
        connection: 'close',
      })
      expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', title, status, error })
      expect(counted).toEqual(kind === undefined ? [] : [{ kind, route: 'none', reason: 'none' }])
    },
  )

  it('has ids that its log line contains', async () => {
    const [, body = ''] = (await exchange('garbage\r\n\r\n')).split('\r\n\r\n')
    const { requestId, traceId } = JSON.parse(body) as Record<string, string>
    expect(traceId).toMatch(/^[\da-f]{32}$/)
    const line = lines.map((text) => JSON.parse(text)).find((one) => one.traceId === traceId)
    expect(line).toMatchObject({ requestId, status: 400, msg: 'request rejected before the app' })
  })

  it('is counted as broken off when the client closes early', async () => {
    counted.length = 0
    const socket = connect(running.port, '127.0.0.1')
    socket.end(post('Content-Length: 9', '{'))
    const [response] = (await once(socket, 'data')) as [Buffer]
    expect(response.toString()).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(response.toString()).toContain('"Bad request"')
    expect(counted).toEqual([{ kind: 'broken-off', route: 'none', reason: 'none' }])
    await once(socket, 'close')
  })

  it('gets a response without metrics, and never reaches the app', async () => {
    let calls = 0
    const listener = (_req: unknown, res: ServerResponse) => {
      calls++
      res.end()
    }
    const uncounted = await serve(listener, { host: '127.0.0.1', port: 0, logger, drainMs: 100 })
    expect(await exchange('garbage\r\n\r\n', undefined, uncounted)).toMatch(/^HTTP\/1.1 400 /)
    const withoutHost = await exchange('GET / HTTP/1.1\r\n\r\n', undefined, uncounted)
    expect(withoutHost).toMatch(/^HTTP\/1.1 400 /)
    expect(calls).toBe(0)
    await uncounted.drain()
  })

  it('names the allowed methods when it rejects CONNECT', async () => {
    const response = await exchange('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(response).toContain('\r\nallow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n')
  })

  it('gets one response, whatever arrives afterwards', async () => {
    const responses = await exchange('garbage\r\n\r\n', 'more of it\r\n\r\n')
    expect(responses.split('HTTP/1.1 ')).toHaveLength(2)
  })

  it('cuts the connection when a response has started', async () => {
    counted.length = 0
    const response = await exchange(upload('/begun'), 'garbage\r\n\r\n')
    expect(response).toMatch(/^HTTP\/1.1 200 /)
    expect(response).not.toContain('400')
    expect(counted).toEqual([])
  })

  it.each([
    ['is malformed', 'garbage\r\n\r\n'],
    ['has a long chunk extension', `1;${'x'.repeat(20_000)}\r\nx\r\n`],
    ['has too many trailers', `0\r\n${'a: b\r\n'.repeat(20_000)}\r\n`],
    ['never ends', '1\r\nx\r\n'],
  ])('adds nothing to a complete response when the rest of the body %s', async (_what, rest) => {
    counted.length = 0
    const response = await exchange(upload('/complete'), rest)
    expect(response.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    expect(response).toContain('complete')
    expect(counted).toEqual([])
  })

  it('adds nothing to a complete response when the client closes', async () => {
    const socket = connect(running.port, '127.0.0.1')
    let response = ''
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()))
    socket.write(upload('/complete'))
    await once(socket, 'data')
    socket.end()
    await once(socket, 'close')
    expect(response.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })

  it.each([
    ['garbage', 'garbage\r\n\r\n', 400],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['an expectation', get('/', 'Expect: tea\r\n'), 417],
  ])(
    'gets its response in order, and nothing behind it is served: %s',
    async (_what, sent, status) => {
      reached.length = 0
      const responses = await exchange(
        get('/large') + get('/later') + sent + get('/behind').repeat(9),
      )
      expect(responses.match(/HTTP\/1.1 \d+/g)).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        `HTTP/1.1 ${status}`,
      ])
      expect(responses.length).toBeGreaterThan(8_000_000)
      expect(responses).toContain('later')
      expect(reached.slice(0, 2)).toEqual(['/large', '/later'])
      expect(reached).not.toContain('/behind')
    },
  )

  it('leaves the response before it complete', async () => {
    const response = await exchange(`${get('/large', 'Connection: close\r\n')}garbage\r\n\r\n`)
    expect(response.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    expect(response.length).toBeGreaterThan(8_000_000)
  })

  it('is not an HTTP/1.0 request without Host', async () => {
    expect(await exchange('GET /well HTTP/1.0\r\n\r\n')).toContain('"well"')
  })
})

describe('an error for a request without a body', () => {
  it('leaves the connection open for the next request', async () => {
    const responses = await exchange(get('/nope') + get('/well', 'Connection: close\r\n'))
    expect(responses).toContain('HTTP/1.1 404')
    expect(responses).toContain('"well"')
  })
})
