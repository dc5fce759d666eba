import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/logging'
import { z } from 'zod'
import { appOf } from '../test/app-of.ts'
import { route } from './route.ts'
import { serve } from './serve.ts'

const logger = createLogger({ service: 'test', level: 'silent' })
const well = route({
  method: 'get',
  path: '/well',
  summary: 'Whether it is well',
  access: 'public',
  reply: z.string(),
  handle: () => 'well',
})
const running = await serve(appOf([well]), { host: '127.0.0.1', port: 0, logger })
afterAll(() => running.drain())

/** All that comes back for bytes sent as they are. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(running.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(sent)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

describe('what is no request for an app', () => {
  it.each([
    ['no HTTP', 'garbage\r\n\r\n', 400],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'two framings',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx',
      400,
    ],
    [
      'headers beyond the limit',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(90_000)}\r\n\r\n`,
      431,
    ],
    ['a target beyond the limit', `GET /${'x'.repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['a missing Host', 'GET /livez HTTP/1.1\r\n\r\n', 400],
    ['an expectation nobody meets', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ])('is answered as problem details: %s', async (_name, sent, status) => {
    const [head = '', body = ''] = (await exchange(sent)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/problem+json')
    expect(JSON.parse(body)).toMatchObject({ status, error: expect.any(String) })
  })

  it('names the methods there are when it refuses CONNECT', async () => {
    const answer = await exchange('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(answer).toContain('\r\nallow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n')
  })
})

describe('an error for a request without a body', () => {
  it('leaves the connection open for the next request', async () => {
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
    const answers = await exchange(get('/nope') + get('/well', 'Connection: close\r\n'))
    expect(answers).toContain('HTTP/1.1 404')
    expect(answers).toContain('"well"')
  })
})
