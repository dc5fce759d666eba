import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  closeServers,
  echoService,
  gatewayApp,
  listen,
  sendRaw,
  statusesOf,
} from './gateway-fixture.ts'
import { COMPATIBILITY_ALIASES } from '../src/request/prefixes.ts'

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

describe('raw headers', () => {
  it('removes a forged identity from a request with Expect', async () => {
    const response = await sendRaw(
      port,
      `POST /api/csv HTTP/1.1\r\n${HEAD}${CLOSE}Expect: 100-continue\r\n` +
        `X-Landscape-Identity: forged\r\nContent-Length: 2\r\n\r\n{}`,
    )
    expect(statusesOf(response)).toEqual([100, 200])
    expect(data.seen).toHaveLength(1)
    expect(data.seen[0]!.headers).not.toHaveProperty('expect')
    expect(JSON.stringify(data.seen)).not.toContain('forged')
  })

  it('keeps Content-Length when Connection names it, against request smuggling', async () => {
    const inner = `GET /admin/api/banners HTTP/1.1\r\n${HEAD}\r\n`
    await sendRaw(
      port,
      `POST /api/csv HTTP/1.1\r\n${HEAD}Connection: close, Content-Length, X-Request-Id\r\n` +
        `Content-Length: ${inner.length}\r\n\r\n${inner}`,
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
    [
      'a length and a transfer coding',
      `${HEAD}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`,
    ],
    ['an unknown transfer coding', `${HEAD}Transfer-Encoding: gzip, chunked\r\n`],
    ['a folded header', `${HEAD}X-A: 1\r\n  folded: 2\r\n`],
    ['space before the colon', `${HEAD}Content-Length : 0\r\n`],
  ])('rejects %s', async (_name, headers) => {
    const response = await sendRaw(port, `GET /api/csv HTTP/1.1\r\n${CLOSE}${headers}\r\n`)
    expect(statusesOf(response)).toEqual([400])
    expect(data.seen).toEqual([])
  })

  it.each(['xchunked', 'identity', 'chunked, identity'])(
    'rejects a body with the ambiguous transfer coding %s',
    async (coding) => {
      const response = await sendRaw(
        port,
        `POST /api/csv HTTP/1.1\r\n${HEAD}` +
          `Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\nGET /api/json HTTP/1.1\r\n${HEAD}\r\n`,
      )
      // Node's parser may close the connection before the 400 is sent.
      expect([[], [400]]).toContainEqual(statusesOf(response))
      expect(data.seen).toEqual([])
    },
  )

  it('closes the connection after a forwarded response on request of the client', async () => {
    const response = await sendRaw(port, `GET /api/csv HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`, 5_000)
    expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  it('serves two requests on one connection', async () => {
    const one = `GET /api/csv HTTP/1.1\r\n${HEAD}\r\n`
    const last = `GET /api/json HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`
    expect(statusesOf(await sendRaw(port, one + last))).toEqual([200, 200])
  })

  it('does not switch protocols', async () => {
    const response = await sendRaw(
      port,
      `GET /api/csv HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\n` +
        `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGVzdA==\r\n\r\n`,
      300,
    )
    expect(statusesOf(response)).not.toContain(101)
    for (const { headers } of data.seen) expect(headers).not.toHaveProperty('upgrade')
  })
})

describe('raw request targets', () => {
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
  ])('reject %s', async (target) => {
    const response = await sendRaw(port, `GET ${target} HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`)
    expect(statusesOf(response)).toEqual([400])
    expect(data.seen).toEqual([])
  })

  it.each(['TRACE', 'PROPFIND', 'MKCOL'])('reject %s with the allowed methods', async (method) => {
    const response = await sendRaw(port, `${method} /api/csv HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`)
    expect(statusesOf(response)).toEqual([405])
    expect(response.toLowerCase()).toContain('\r\nallow: get, head, post, put, delete, options\r\n')
    expect(data.seen).toEqual([])
  })
})

describe('aliases in raw request targets', () => {
  let assistant: Awaited<ReturnType<typeof echoService>>
  let ports: { withAliases: number; withoutAliases: number }
  let lines: readonly string[]
  beforeAll(async () => {
    assistant = await echoService('assistant')
    const upstreams = { assistant: assistant.url }
    const withAliases = gatewayApp({ upstreams, aliases: COMPATIBILITY_ALIASES })
    lines = withAliases.lines
    const withoutAliases = gatewayApp({ upstreams })
    ports = {
      withAliases: (await listen(withAliases.app)).port,
      withoutAliases: (await listen(withoutAliases.app)).port,
    }
  })
  beforeEach(() => {
    assistant.seen.length = 0
  })
  const get = (gateway: number, target: string) =>
    sendRaw(gateway, `GET ${target} HTTP/1.1\r\n${HEAD}${CLOSE}\r\n`)

  it.each([
    ['/copilot/api/seats?x=/copilot/api', '/assistant/api/seats?x=/copilot/api'],
    ['/copilot/api/github/oauth/login?state=a', '/assistant/api/scm/oauth/login?state=a'],
    ['/copilot/api/teams/', '/assistant/api/teams/'],
  ])('are forwarded and logged as their canonical path: %s', async (alias, target) => {
    const before = lines.length
    expect(statusesOf(await get(ports.withAliases, alias))).toEqual([200])
    expect(assistant.seen.map(({ url }) => url)).toEqual([target])
    expect(lines.slice(before).join()).not.toContain('copilot')
  })

  it.each(['/copilot/api/seats', '/copilot/api/github/oauth/login'])(
    'return 404 unless they are enabled: %s',
    async (alias) => {
      expect(statusesOf(await get(ports.withoutAliases, alias))).toEqual([404])
      expect(assistant.seen).toEqual([])
    },
  )

  it.each([
    ['/copilot/api/../../admin/api/banners', 400],
    ['/copilot/api/..%2fadmin/api/banners', 400],
    ['/copilot/api/%2e%2e/seats', 400],
    ['/copilot/api/..;/seats', 400],
    ['/copilot%2fapi/seats', 400],
    ['/copilot/%61pi/seats', 400],
    ['/copilot/api//seats', 400],
    ['//copilot/api/seats', 400],
    ['/copilot\\api/seats', 400],
    ['http://localhost/copilot/api/seats', 400],
    ['/Copilot/api/seats', 404],
    ['/copilot/apis/seats', 404],
    ['/copilot;x/api/seats', 404],
    ['/copilot/admin/api/banners', 404],
    ['/copilot/user/api/info', 404],
  ])('are rejected in every other spelling: %s', async (target, status) => {
    expect(statusesOf(await get(ports.withAliases, target))).toEqual([status])
    expect(assistant.seen).toEqual([])
  })

  it('are forwarded with the framing of the original', async () => {
    const inner = `GET /admin/api/banners HTTP/1.1\r\n${HEAD}\r\n`
    await sendRaw(
      ports.withAliases,
      `POST /copilot/api/github/oauth/token HTTP/1.1\r\n` +
        `${HEAD}Connection: close, Content-Length\r\n` +
        `Content-Length: ${inner.length}\r\nX-Landscape-Identity: forged\r\n\r\n${inner}`,
    )
    expect(assistant.seen.map(({ url, body }) => [url, body])).toEqual([
      ['/assistant/api/scm/oauth/token', inner],
    ])
    expect(JSON.stringify(assistant.seen)).not.toContain('forged')
  })

  it('have the body limit of their canonical path', async () => {
    for (const path of ['/copilot/api/github/oauth/token', '/assistant/api/scm/oauth/token']) {
      const response = await sendRaw(
        ports.withAliases,
        `POST ${path} HTTP/1.1\r\n${HEAD}${CLOSE}Content-Length: 8193\r\n\r\n${'x'.repeat(8_193)}`,
      )
      expect(statusesOf(response)).toEqual([413])
    }
    expect(assistant.seen).toEqual([])
  })
})
