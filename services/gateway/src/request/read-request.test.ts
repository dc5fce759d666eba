import { describe, expect, it } from '@jest/globals'
import { createResponse } from '../../test/response.ts'
import { createBeginRequest, routeOf } from '@landscape/http/request/begin-request'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { COMPATIBILITY_ALIASES, prefixesWith } from './prefixes.ts'
import { createRequestReader } from './read-request.ts'
import { announceSecurity } from '../site/security-headers.ts'

const begin = createBeginRequest({
  logger: createLogger({ service: 'test', level: 'silent', destination: { write() {} } }),
})

function read(
  url: string | undefined,
  headers: Record<string, string | string[]>,
  trustedProxies = 1,
) {
  const req = {
    url,
    method: 'GET',
    httpVersion: '1.1',
    rawHeaders: [],
    headers,
  }
  const res = createResponse()
  begin(req as never, res, () => {})
  const aliases = COMPATIBILITY_ALIASES
  const request = createRequestReader({
    prefixes: prefixesWith(['/api'], true),
    aliases,
    trustedProxies,
  })(req as never, res, '203.0.113.9')
  return { ...request, headers: { ...request.req.headers }, route: routeOf(res) }
}

describe('createRequestReader', () => {
  it.each([
    ['/api/v1/projects', '/api/v1'],
    ['/api/v1/projects?x=/admin/api', '/api/v1'],
    ['/api?x=1', '/api'],
    ['/assistant/api/seats', '/assistant/api/seats'],
    ['/nothing', undefined],
  ])('finds for %s the prefix %s', (url, path) => {
    expect(read(url, {}).prefix?.path).toBe(path)
  })

  it.each([
    ['/api/v1/projects/Tide?x=1', '/api/v1/*'],
    ['/', '/'],
    ['/nothing', undefined],
  ])('logs the route of %s without names of users: %s', (url, route) => {
    expect(read(url, {}).route).toBe(route)
  })

  it.each([
    ['/copilot/api/seats?a=1', '/assistant/api/seats?a=1', '/assistant/api/seats'],
    [
      '/copilot/api/github/oauth/login',
      '/assistant/api/scm/oauth/login',
      '/assistant/api/scm/oauth',
    ],
    ['/copilot/api/org/live', '/assistant/api/org/live', '/assistant/api'],
  ])('reads %s as %s', (alias, url, path) => {
    const { req, prefix } = read(alias, {})
    expect([req.url, prefix?.path]).toEqual([url, path])
  })

  it.each([
    '/copilot/api/../admin/api/banners',
    '/copilot/api/github/oauth/../../seats',
    '/copilot/api/%2e%2e/%2e%2e/admin/api/banners',
    '/copilot/api/github%2Foauth/login',
    '/copilot/api/githu%62/oauth/login',
    '/copilot%2Fapi/seats',
    '/copilot//api/seats',
    '/copilot/api//seats',
    '/copilot/api\\seats',
  ])('rejects %s', (alias) => {
    expect(() => read(alias, {})).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  })

  it('moves the tokens from the headers to the credentials', () => {
    const { credentials, headers } = read('/api/json', {
      authorization: 'Bearer a',
      'x-amzn-oidc-data': 'b',
      'x-amzn-oidc-accesstoken': ['c', 'd'],
    })
    expect(credentials).toEqual({ token: 'a', loadBalancer: 'b', access: 'c,d' })
    expect(JSON.stringify(headers)).not.toContain('Bearer')
    expect(Object.keys(headers).some((name) => name.startsWith('x-amzn'))).toBe(false)
  })

  it('returns no credentials without tokens', () => {
    expect(read('/api/json', {}).credentials).toEqual({})
  })

  it('sets forwarding headers from trusted proxies only', () => {
    const given = {
      host: 'landscape.example',
      'x-forwarded-for': '198.51.100.66',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-request-id': 'forged',
    }
    const behindOne = read('/api/json', given)
    expect(behindOne.address).toBe('203.0.113.9')
    expect(behindOne.headers).toEqual({
      host: 'landscape.example',
      'x-request-id': expect.not.stringContaining('forged'),
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'landscape.example',
    })
    expect(read('/api/json', given, 0).headers['x-forwarded-proto']).toBe('http')
    const malformed = { 'x-forwarded-proto': 'HTTPS, http' }
    expect(read('/api/json', malformed).headers['x-forwarded-proto']).toBe('http')
  })

  it('keeps the headers of cross-site checks and of the body', () => {
    const given = {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      'access-control-request-method': 'PUT',
      'content-encoding': 'gzip',
      'transfer-encoding': 'chunked',
    }
    expect(read('/api/json', given).headers).toMatchObject(given)
    expect(read('/nothing', given).headers).toMatchObject(given)
  })

  it('accepts a target of 16 KB and rejects a longer one', () => {
    const target = `/api/json?x=${'x'.repeat(16_384 - '/api/json?x='.length)}`
    expect(read(target, {}).prefix?.path).toBe('/api')
    expect(() => read(`${target}x`, {})).toThrow(
      expect.objectContaining({
        code: 'target-too-long',
        message: 'Request target is too long',
      }),
    )
  })

  it('rejects an ambiguous message', () => {
    expect(() => read('/api/json', { 'transfer-encoding': 'gzip, chunked' })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
  })

  it.each([undefined, '', '/api/../admin/api'])('rejects the target %j', (url) => {
    expect(() => read(url, {})).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  })
})

describe('announceSecurity', () => {
  const headersOf = (https: boolean) => {
    const res = createResponse()
    announceSecurity(res, https)
    return res.getHeaders()
  }
  const always = {
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-site',
  }

  it('sets headers that forbid everything but reading', () => {
    expect(headersOf(false)).toEqual(always)
  })

  it('adds HSTS for two years in production', () => {
    expect(headersOf(true)).toEqual({
      ...always,
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
  })
})
