import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  closeServers,
  echoService,
  gatewayApp,
  listen,
  sendRaw,
  statusesOf,
} from './gateway-fixture.ts'

let port: number
let data: Awaited<ReturnType<typeof echoService>>
beforeAll(async () => {
  data = await echoService('data')
  const { app } = gatewayApp({ upstreams: { data: data.url } })
  port = (await listen(app)).port
})
beforeEach(() => {
  data.seen.length = 0
})
afterAll(closeServers)

const HEAD = 'Host: localhost\r\n'
const CLOSE = 'Connection: close\r\n'

describe('headers sent as bytes', () => {
  it('strips a forged identity also when Expect makes proxies skip their hooks', async () => {
    const answer = await sendRaw(
      port,
      `POST /api/csv HTTP/1.1\r\n${HEAD}${CLOSE}Expect: 100-continue\r\nX-Landscape-Identity: forged\r\nContent-Length: 2\r\n\r\n{}`,
    )
    expect(statusesOf(answer)).toEqual([100, 200])
    expect(data.seen).toHaveLength(1)
    expect(data.seen[0]!.headers).not.toHaveProperty('expect')
    expect(JSON.stringify(data.seen)).not.toContain('forged')
  })

  it('keeps the framing that Connection names, so that no second request is smuggled', async () => {
    const inner = `GET /admin/api/banners HTTP/1.1\r\n${HEAD}\r\n`
    await sendRaw(
      port,
      `POST /api/csv HTTP/1.1\r\n${HEAD}Connection: close, Content-Length, X-Request-Id\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    )
    expect(data.seen).toHaveLength(1)
    expect(data.seen[0]!.body).toBe(inner)
    expect(data.seen[0]!.headers['x-request-id']).toBeDefined()
  })

  it.each([
    ['two hosts', `${HEAD}Host: evil.example\r\n`],
    ['two Authorization headers', `${HEAD}Authorization: a\r\nauthorization: b\r\n`],
    ['two data tokens', `${HEAD}X-Amzn-Oidc-Data: a\r\nx-amzn-oidc-data: b\r\n`],
    ['no host', ''],
    ['two lengths', `${HEAD}Content-Length: 0\r\nContent-Length: 5\r\n`],
    ['a length and a coding', `${HEAD}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`],
    ['an unknown coding', `${HEAD}Transfer-Encoding: gzip, chunked\r\n`],
    ['a folded header', `${HEAD}X-A: 1\r\n  folded: 2\r\n`],
    ['space before the colon', `${HEAD}Content-Length : 0\r\n`],
  ])('refuses %s', async (_name, headers) => {
    const answer = await sendRaw(port, `GET /api/csv HTTP/1.1\r\n${CLOSE}${headers}\r\n`)
    expect(statusesOf(answer)).toEqual([400])
    expect(data.seen).toEqual([])
  })

  it.each(['xchunked', 'identity', 'chunked, identity'])(
    'cuts off a body of which nobody can tell the end: %s',
    async (coding) => {
      const answer = await sendRaw(
        port,
        `POST /api/csv HTTP/1.1\r\n${HEAD}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\nGET /api/json HTTP/1.1\r\n${HEAD}\r\n`,
      )
      // Node's parser may close the connection before our 400 has left.
      expect([[], [400]]).toContainEqual(statusesOf(answer))
      expect(data.seen).toEqual([])
    },
  )

  it('closes when the client asks for it, also on a proxied answer', async () => {
    const answer = await sendRaw(port, `GET /api/csv HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`, 5_000)
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  it('serves two requests on one connection', async () => {
    const one = `GET /api/csv HTTP/1.1\r\n${HEAD}\r\n`
    const last = `GET /api/json HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`
    expect(statusesOf(await sendRaw(port, one + last))).toEqual([200, 200])
  })

  it('does not switch protocols', async () => {
    const answer = await sendRaw(
      port,
      `GET /api/csv HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGVzdA==\r\n\r\n`,
      300,
    )
    expect(statusesOf(answer)).not.toContain(101)
    for (const { headers } of data.seen) expect(headers).not.toHaveProperty('upgrade')
  })
})

describe('targets sent as bytes', () => {
  it.each([
    'http://localhost/api/csv',
    'http://evil.example/admin/api/banners',
    '//api/csv',
    '/api/../admin/api/banners',
    '/api/%2e%2e/admin/api/banners',
    '/api/csv#/admin',
    '/api\\csv',
    '/api/csv%00',
    '*',
  ])('refuses %s', async (target) => {
    const answer = await sendRaw(port, `GET ${target} HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`)
    expect(statusesOf(answer)).toEqual([400])
    expect(data.seen).toEqual([])
  })

  it.each(['TRACE', 'PROPFIND', 'MKCOL'])(
    'refuses %s, and names what is served',
    async (method) => {
      const answer = await sendRaw(port, `${method} /api/csv HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`)
      expect(statusesOf(answer)).toEqual([405])
      expect(answer.toLowerCase()).toContain('\r\nallow: get, head, post, put, delete, options\r\n')
      expect(data.seen).toEqual([])
    },
  )
})
