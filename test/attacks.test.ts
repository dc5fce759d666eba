import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { startProduction, type Production } from './support/production.ts'
import { sendRaw, statusesOf } from './support/raw.ts'

const ordinary = { email: 'kim@acme.example', groups: ['guest'] }
const admin = { email: 'root@acme.example', groups: ['admin', 'reviewer'] }
const GUARDED = '/admin/api/banners'

let production: Production
beforeAll(async () => {
  production = await startProduction()
})
afterAll(async () => {
  await production?.stop()
})
afterEach(async () => {
  // No request may crash a process.
  expect((await fetch(`${production.url}/livez`)).status).toBe(200)
})

const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
const tokensOf = (person: typeof admin) => lines(production.issuer.headersFor(person))
const head = (target: string, method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: landscape.example\r\n`
const CLOSE = 'Connection: close\r\n'

/** Returns the statuses of a request to a guarded path by an ordinary user and by an anonymous caller. */
async function decisions(extra: string, target = GUARDED, method = 'GET') {
  const request = (tokens: string) =>
    sendRaw(production.url, `${head(target, method)}${CLOSE}${tokens}${extra}\r\n`)
  const [user, anonymous] = await Promise.all([request(tokensOf(ordinary)), request('')])
  return [statusesOf(user), statusesOf(anonymous)]
}

/** Spellings of a header name that a parser might treat as equal. */
const spellings = (name: string) => [
  name,
  name.toUpperCase(),
  name.replaceAll('-', '_'),
  name.replace('-', '_'),
]

describe('headers that claim an identity', () => {
  const claims =
    '{"sub":"1","email":"root@acme.example","groups":["admin"],"aud":"admin-review",' +
    '"iss":"landscape-gateway","exp":9999999999}'
  const [header, payload] = ['{"alg":"none"}', claims].map((part) =>
    Buffer.from(part).toString('base64url'),
  )
  const unsigned = `${header}.${payload}.`
  const names = [
    IDENTITY_HEADER,
    'x-landscape-user',
    'x-landscape-groups',
    'x-user',
    'x-user-id',
    'x-user-email',
    'x-user-groups',
    'x-user-roles',
    'x-auth-request-user',
    'x-auth-request-email',
    'x-auth-request-groups',
    'x-authenticated-user',
    'x-authenticated-groups',
    'x-remote-user',
    'remote-user',
    'x-forwarded-user',
    'x-forwarded-email',
    'x-forwarded-groups',
    'x-forwarded-access-token',
    'x-amzn-oidc-identity',
    'x-email',
    'x-groups',
    'x-identity',
  ]
  it.each(names.flatMap(spellings))('are ignored: %s', async (name) => {
    for (const value of [unsigned, 'root@acme.example', 'admin']) {
      expect(await decisions(`${name}: ${value}\r\n`)).toEqual([[403], [401]])
    }
  })
})

describe('headers that override path, method, client or protocol', () => {
  it.each([
    ...['X-Original-URL', 'X-Rewrite-URL', 'X-Original-URI', 'X-Forwarded-Uri', 'X-Forwarded-Path']
      .flatMap(spellings)
      .map((name) => `${name}: /api/health`),
    ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Original-Method']
      .flatMap(spellings)
      .map((name) => `${name}: OPTIONS`),
    'X-Forwarded-Prefix: /api',
    'X-Forwarded-For: 127.0.0.1',
    'X_Forwarded_For: 127.0.0.1',
    'X-Real-IP: 127.0.0.1',
    'True-Client-IP: 127.0.0.1',
    'Forwarded: for=127.0.0.1;host=localhost;proto=https',
    'X-Forwarded-Host: localhost',
    'X-Host: localhost',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Method: OPTIONS',
    'X-Envoy-Original-Path: /api/health',
    'X-Accel-Redirect: /api/health',
    'Via: 1.1 localhost',
    'User-Agent: ELB-HealthChecker/2.0',
    'User-Agent: kube-probe/1.31',
    'User-Agent: GoogleHC/1.0',
    'X-Health-Check: true',
    'X-Amzn-Trace-Id: Root=1',
    'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGVzdA==',
    'Connection: X-Request-Id, Authorization-Nothing',
    'Proxy-Connection: keep-alive',
    'Proxy-Authorization: Basic cm9vdDpyb290',
    'TE: trailers',
    'Keep-Alive: timeout=1',
    'Origin: http://localhost:3000',
    'Range: bytes=0-1',
    'Expect: 100-continue',
    'Accept: text/event-stream',
    'Cookie: identity=admin; x-landscape-identity=admin; groups=admin',
  ])('are ignored: %s', async (header) => {
    const responses = await decisions(`${header}\r\n`)
    expect(responses.map((statuses) => statuses.filter((status) => status !== 100))).toEqual([
      [403],
      [401],
    ])
  })

  it('returns 417 for an unsupported expectation', async () => {
    expect(await decisions('Expect: the-impossible\r\n')).toEqual([[417], [417]])
  })
})

describe('headers listed in Connection', () => {
  it.each([IDENTITY_HEADER, 'Authorization', 'X-Amzn-Oidc-Data', 'X-Amzn-Oidc-Accesstoken'])(
    'do not change the identity of an ordinary user: %s',
    async (name) => {
      const response = await sendRaw(
        production.url,
        `${head(GUARDED)}${tokensOf(ordinary)}Connection: close, ${name}\r\n\r\n`,
      )
      expect([[401], [403]]).toContainEqual(statusesOf(response))
    },
  )

  it.each(['Content-Length', 'Transfer-Encoding', 'Host'])(
    'do not remove the framing of a body: %s',
    async (name) => {
      const inner = `${head('/admin/api/banners')}${tokensOf(admin)}\r\n`
      const response = await sendRaw(
        production.url,
        `${head('/api/csv', 'POST')}Connection: close, ${name}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
      )
      expect(statusesOf(response)).toEqual([405])
    },
  )
})

describe('repeated headers', () => {
  it.each(['Authorization', 'X-Amzn-Oidc-Data', 'X-Amzn-Oidc-Accesstoken'])(
    'are rejected: %s',
    async (name) => {
      const [mine = '', theirs = ''] = [ordinary, admin].map(
        (person) => production.issuer.headersFor(person)[name.toLowerCase()],
      )
      for (const [first, second] of [
        [mine, theirs],
        [theirs, mine],
        [mine, ''],
      ]) {
        const response = await sendRaw(
          production.url,
          `${head(GUARDED)}${CLOSE}${name}: ${first}\r\n${name.toLowerCase()}: ${second}\r\n\r\n`,
        )
        expect(statusesOf(response)).toEqual([400])
      }
    },
  )

  it('are rejected for Host, which is required', async () => {
    const request = (text: string) => sendRaw(production.url, text)
    const start = `GET /api/health HTTP/1.1\r\n${CLOSE}`
    expect(statusesOf(await request(`${start}Host: a.example\r\nHost: b.example\r\n\r\n`))).toEqual(
      [400],
    )
    expect(statusesOf(await request(`${start}\r\n`))).toEqual([400])
  })
})

describe('request smuggling', () => {
  const inner = () => `${head('/admin/api/banners')}${tokensOf(admin)}\r\n`
  const post = (headers: string, body: string) =>
    sendRaw(
      production.url,
      `${head('/api/csv', 'POST')}Content-Type: application/json\r\n${headers}\r\n${body}`,
      1_500,
    )

  it.each([
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'],
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 5\r\n', ''],
    ['a comma-separated list of lengths', 'Content-Length: 0, 5\r\n', ''],
    ['a negative length', 'Content-Length: -1\r\n', ''],
    ['a signed length', 'Content-Length: +5\r\n', '12345'],
    ['a hexadecimal length', 'Content-Length: 0x5\r\n', '12345'],
    ['a length with a space inside', 'Content-Length: 1 0\r\n', '12345'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', '0\r\n\r\n'],
    ['chunked twice', 'Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'],
    ['an obscured coding', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
    ['a coding behind a tab', 'Transfer-Encoding:\tchunked\x0b\r\n', '0\r\n\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
    ['a folded coding', 'Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'],
    ['a bare LF between headers', 'X-A: 1\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['a bare CR between headers', 'X-A: 1\rTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['a NUL in a header', 'X-A: 1\x00\r\n', ''],
    ['a bad chunk size', 'Transfer-Encoding: chunked\r\n', 'zz\r\n\r\n'],
    ['a huge chunk size', 'Transfer-Encoding: chunked\r\n', 'fffffffffffffffff\r\n'],
    ['a chunk size with a sign', 'Transfer-Encoding: chunked\r\n', '-1\r\n\r\n'],
    ['a chunk without an end', 'Transfer-Encoding: chunked\r\n', '1\r\nZ0\r\n\r\n'],
    ['a bare LF after a chunk size', 'Transfer-Encoding: chunked\r\n', '1\nZ\r\n0\r\n\r\n'],
    ['a bare LF in a chunk extension', 'Transfer-Encoding: chunked\r\n', '1;\nZ\r\n0\r\n\r\n'],
  ])('with %s returns no second response', async (_name, headers, start) => {
    const response = await post(headers, `${start}${inner()}`)
    // 405 where the message is valid: the path has no POST.
    expect([[], [400], [405], [405, 400], [413]]).toContainEqual(statusesOf(response))
    expect(response).not.toContain('"messages"')
  })

  it('with chunks in HTTP/1.0 is rejected', async () => {
    const response = await sendRaw(
      production.url,
      `POST /api/csv HTTP/1.0\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner()}`,
      1_500,
    )
    expect([[], [400]]).toContainEqual(statusesOf(response))
  })
})

describe('paths', () => {
  it.each([
    '/api/../admin/api/banners',
    '/api/./../admin/api/banners',
    '/api/%2e%2e/admin/api/banners',
    '/api/%2E%2E/admin/api/banners',
    '/api/.%2e/admin/api/banners',
    '/api/%252e%252e/admin/api/banners',
    '/api/%25%32%65%25%32%65/admin/api/banners',
    '/api/..%2fadmin/api/banners',
    '/api/..%5cadmin/api/banners',
    '/api/..\\admin/api/banners',
    '\\admin\\api\\banners',
    '/api/..;/admin/api/banners',
    '/api/..;a=b/admin/api/banners',
    '/api/%c0%ae%c0%ae/admin/api/banners',
    '/api/%u002e%u002e/admin/api/banners',
    '//admin/api/banners',
    '/admin//api/banners',
    '/admin/api//banners',
    '/api//../admin/api/banners',
    '/%61dmin/api/banners',
    '/admin%2fapi/banners',
    '/admin/api/banners%00',
    '/admin/api/banners%0d%0aX-A:1',
    '/admin/api/banners%23',
    '/admin/api/banners#/api/health',
    '/api/health#/../../admin/api/banners',
    '/ADMIN/api/banners',
    '/Admin/Api/banners',
    '/admin/API/banners',
    '/admin;/api/banners',
    '/admin/api;x/banners',
    '/admin/api/banners;/api/health',
    '/admin/api/banners/..',
    '/admin/api/banners/.',
    '/admin/api/banners/',
    '/admin/api/banners/%20',
    '/./admin/api/banners',
    '/admin/./api/banners',
    '/api/v1/../../admin/api/banners',
    '/api/v1/projects/..%2f..%2f..%2fadmin%2fapi%2fbanners',
    '/api/v1/projects/%2e%2e%2f%2e%2e',
    '/assistant/api/scm/oauth/../../seats',
    '/assistant/api/scm/oauth/%2e%2e/%2e%2e/seats',
    '/user/api/logout/../info',
    'http://landscape.example/admin/api/banners',
    'http://evil.example/admin/api/banners',
    'https://landscape.example/api/health/../../admin/api/banners',
    'admin/api/banners',
    '*',
  ])('do not bypass access control: %s', async (target) => {
    const responses = await decisions('', target)
    for (const statuses of responses) {
      expect(statuses).toHaveLength(1)
      expect([400, 401, 403, 404]).toContain(statuses[0])
    }
  })

  it.each([
    '?/api/health',
    '?x=/api/health',
    '?path=../../api/health',
    '?%23/api/csv',
    '?_method=OPTIONS',
    '?access=public&groups=admin',
    '?/../../../livez',
    '?.css',
    '?\\..\\api',
  ])('remain guarded with a query that resembles a public path: %s', async (query) => {
    expect(await decisions('', `${GUARDED}${query}`)).toEqual([[403], [401]])
  })

  it('remain public with a query that contains a guarded path', async () => {
    expect(await decisions('', '/api/health?next=/admin/api/banners')).toEqual([[200], [200]])
  })

  it.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST'])(
    'are guarded for %s',
    async (method) => {
      expect(await decisions('', GUARDED, method)).toEqual([[403], [401]])
    },
  )

  it.each(['TRACE', 'PROPFIND', 'MOVE', 'SEARCH'])('reject the method %s', async (method) => {
    expect(await decisions('', GUARDED, method)).toEqual([[405], [405]])
  })

  it.each(['CONNECT', 'get', 'FOO', 'GE T'])('reject the unknown method %s', async (method) => {
    const responses = await decisions('', GUARDED, method)
    for (const statuses of responses) expect([[], [400], [405]]).toContainEqual(statuses)
  })
})

describe('after the attacks', () => {
  it('accepts an administrator and logs no errors or personal data', async () => {
    const headers = production.issuer.headersFor(admin)
    expect((await fetch(`${production.url}${GUARDED}`, { headers })).status).toBe(200)
    for (const service of ['gateway', 'admin-review', 'data', 'projects'] as const) {
      expect(production.output(service)).not.toMatch(/"level":"(?:error|fatal)"/)
      expect(production.output(service)).not.toMatch(/eyJ|root@|kim@/)
    }
  })
})
