import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  closeServers,
  echoService,
  gatewayApp,
  listen,
  sendRaw,
  statusesOf,
} from './gateway-fixture.ts'
import { COMPATIBILITY_ALIASES } from '../src/proxy/prefixes.ts'

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

describe('aliases sent as bytes', () => {
  let assistant: Awaited<ReturnType<typeof echoService>>
  let ports: { open: number; shut: number }
  let lines: readonly string[]
  beforeAll(async () => {
    assistant = await echoService('assistant')
    const upstreams = { assistant: assistant.url }
    const open = gatewayApp({ upstreams, aliases: COMPATIBILITY_ALIASES })
    lines = open.lines
    const shut = gatewayApp({ upstreams })
    ports = { open: (await listen(open.app)).port, shut: (await listen(shut.app)).port }
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
  ])('reach the service as what they stand for, and are logged so: %s', async (alias, target) => {
    const before = lines.length
    expect(statusesOf(await get(ports.open, alias))).toEqual([200])
    expect(assistant.seen.map(({ url }) => url)).toEqual([target])
    expect(lines.slice(before).join()).not.toContain('copilot')
  })

  it.each(['/copilot/api/seats', '/copilot/api/github/oauth/login'])(
    'do not exist unless the settings say so: %s',
    async (alias) => {
      expect(statusesOf(await get(ports.shut, alias))).toEqual([404])
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
  ])('are refused in every other spelling: %s', async (target, status) => {
    expect(statusesOf(await get(ports.open, target))).toEqual([status])
    expect(assistant.seen).toEqual([])
  })

  it('are asked for with the framing that an original would have', async () => {
    const inner = `GET /admin/api/banners HTTP/1.1\r\n${HEAD}\r\n`
    await sendRaw(
      ports.open,
      `POST /copilot/api/github/oauth/token HTTP/1.1\r\n${HEAD}Connection: close, Content-Length\r\nContent-Length: ${inner.length}\r\nX-Landscape-Identity: forged\r\n\r\n${inner}`,
    )
    expect(assistant.seen.map(({ url, body }) => [url, body])).toEqual([
      ['/assistant/api/scm/oauth/token', inner],
    ])
    expect(JSON.stringify(assistant.seen)).not.toContain('forged')
  })

  it('take no larger body than what they stand for', async () => {
    for (const path of ['/copilot/api/github/oauth/token', '/assistant/api/scm/oauth/token']) {
      const answer = await sendRaw(
        ports.open,
        `POST ${path} HTTP/1.1\r\n${HEAD}${CLOSE}Content-Length: 8193\r\n\r\n${'x'.repeat(8_193)}`,
      )
      expect(statusesOf(answer)).toEqual([413])
    }
    expect(assistant.seen).toEqual([])
  })
})
