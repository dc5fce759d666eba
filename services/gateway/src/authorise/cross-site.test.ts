import { describe, expect, it } from '@jest/globals'
import type { DomainError } from '@landscape/contracts/errors/domain-error'
import { createResponse } from '../../test/response.ts'
import { createCrossSiteGuard, isPreflight } from './cross-site.ts'
import type { GatewayRequest } from '../request/gateway-request.ts'

const FRONTEND = 'https://landscape.example'
const production = { frontendUrls: [`${FRONTEND}/app`], development: false }
const development = { frontendUrls: [], development: true }

/** Runs the guard on a request; returns the outcome and the headers of the response. */
function guard(deps: typeof production, method: string, headers: Record<string, string>) {
  const res = createResponse()
  const request = { req: { method, headers }, res } as never as GatewayRequest
  try {
    createCrossSiteGuard(deps)(request)
    return { outcome: 'allowed', headers: res.getHeaders() }
  } catch (error) {
    const message = deps.development ? expect.any(String) : 'Cross-site request rejected'
    expect(error).toMatchObject({ code: 'forbidden', message })
    return { outcome: 'rejected', headers: res.getHeaders() }
  }
}
const write = (headers: Record<string, string>, deps = production) =>
  guard(deps, 'POST', { host: 'api.example', ...headers }).outcome

describe('createCrossSiteGuard for a write', () => {
  it.each([
    ['of a program', {}],
    ["of the web client's page", { origin: FRONTEND, 'sec-fetch-site': 'cross-site' }],
    [
      "of the gateway's own page",
      { origin: 'https://api.example', 'sec-fetch-site': 'same-origin' },
    ],
    ["of the gateway's own page, without Sec-Fetch-Site", { origin: 'https://api.example' }],
    ['to a host in upper case', { origin: 'https://api.example', host: 'API.example' }],
    ["of the gateway's own form, without Origin", { 'sec-fetch-site': 'same-origin' }],
    ['of a page on localhost', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
  ])('allows a write %s', (_name, headers) => {
    expect(write(headers)).toBe('allowed')
  })

  it.each([
    ['of a page of another site', { origin: 'https://evil.example' }],
    ['of a page with the origin null', { origin: 'null' }],
    [
      'of a page with the origin null on the same site',
      { origin: 'null', 'sec-fetch-site': 'same-site' },
    ],
    [
      'of a page on another host of the same site',
      { origin: 'https://x.example', 'sec-fetch-site': 'same-site' },
    ],
    ['of a same-site form without Origin', { 'sec-fetch-site': 'same-site' }],
    ['of a page on another port of localhost', { origin: 'http://localhost:5173' }],
    ['with an unknown Sec-Fetch-Site', { 'sec-fetch-site': 'mine' }],
    ['of an unencrypted page with the same host', { origin: 'http://api.example' }],
    ['of a page on another port', { origin: 'https://api.example:8443' }],
    ['of a cross-site form without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['with Sec-Fetch-Site in mixed case', { 'sec-fetch-site': 'Cross-Site' }],
    ['with two values of Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin, cross-site' }],
    [
      'of a page of another site with Sec-Fetch-Site none',
      { origin: 'https://e.example', 'sec-fetch-site': 'none' },
    ],
    ['with a malformed origin', { origin: 'api.example' }],
    [
      'of the same origin that the browser marks as cross-site',
      { origin: 'https://api.example', 'sec-fetch-site': 'cross-site' },
    ],
  ])('rejects a write %s', (_name, headers) => {
    expect(write(headers)).toBe('rejected')
  })

  it('rejects a write with an origin but without a host', () => {
    const headers = { origin: 'https://api.example' }
    expect(guard(production, 'POST', headers).outcome).toBe('rejected')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('rejects a cross-site %s', (method) => {
    const headers = { host: 'api.example', origin: 'https://evil.example' }
    expect(guard(production, method, headers).outcome).toBe('rejected')
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('allows a cross-site %s', (method) => {
    const headers = { host: 'api.example', origin: 'https://evil.example' }
    expect(guard(production, method, headers).outcome).toBe('allowed')
  })

  it.each([
    'http://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]:5173',
    'https://localhost',
  ])('allows a write of a page at %s in development mode', (origin) => {
    for (const site of ['cross-site', 'same-site', 'same-origin']) {
      const headers = { host: 'localhost:5001', origin, 'sec-fetch-site': site }
      expect(write(headers, development)).toBe('allowed')
    }
  })

  it.each([
    'https://evil.example',
    'http://localhost.evil.example:5173',
    'http://127.0.0.1.evil.example',
    'http://localhost:5173/evil',
    'ftp://localhost',
    'null',
  ])('rejects a write of a page at %s in development mode', (origin) => {
    expect(write({ host: 'localhost:5001', origin }, development)).toBe('rejected')
  })

  it('rejects host names of other machines in development mode', () => {
    const own = { origin: 'https://rebound.example', host: 'rebound.example' }
    expect(write(own, development)).toBe('rejected')
    expect(write({ origin: 'http://127.0.0.1:5000', host: '127.0.0.1:5000' }, development)).toBe(
      'allowed',
    )
  })
})

describe('createCrossSiteGuard in development mode', () => {
  it('rejects a request without a host', () => {
    expect(guard(development, 'GET', {}).outcome).toBe('rejected')
  })
})

describe('createCrossSiteGuard for a read', () => {
  it("lets the web client's page read the response with credentials", () => {
    expect(guard(production, 'GET', { origin: FRONTEND }).headers).toEqual({
      'access-control-allow-origin': FRONTEND,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringMatching(
        /ETag.*Link.*Retry-After.*X-Request-Id.*Age$/,
      ),
    })
  })

  it.each(['https://evil.example', `${FRONTEND}.evil.example`, 'null', `${FRONTEND}/app`])(
    'does not let %s read the response',
    (origin) => {
      expect(guard(production, 'GET', { origin }).headers).toEqual({})
    },
  )
})

describe('the error of a cross-site request', () => {
  const detailOf = (headers: Record<string, string>, method = 'POST') => {
    const req = { method, headers: { host: 'api.example', ...headers } }
    try {
      createCrossSiteGuard(production)({ req, res: createResponse() } as never)
    } catch (error) {
      return String((error as DomainError).extensions['detail'])
    }
    throw new Error('The request was allowed')
  }

  it('names the origin and the setting that would allow it', () => {
    for (const method of ['POST', 'OPTIONS']) {
      const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'PUT' }
      expect(detailOf(headers, method)).toBe(
        'Pages of the origin http://localhost:5173 may not call this API. ' +
          'To allow it, add the origin to FRONTEND_URL in the settings of the gateway.',
      )
    }
  })

  it.each([{ origin: 'null' }, { origin: '<b>' }, { 'sec-fetch-site': 'same-site' }])(
    'names FRONTEND_URL when the browser hides the origin: %j',
    (headers) => {
      expect(detailOf(headers)).toMatch(/does not name\..*FRONTEND_URL/)
    },
  )

  it('truncates a long origin', () => {
    const detail = detailOf({ origin: `https://${'x'.repeat(5_000)}.example` })
    expect(detail.length).toBeLessThan(500)
  })
})

describe('createCrossSiteGuard for a preflight', () => {
  const preflight = { 'access-control-request-method': 'PUT' }

  it("returns CORS headers to the web client's page", () => {
    expect(guard(production, 'OPTIONS', { origin: FRONTEND, ...preflight }).headers).toMatchObject({
      'access-control-allow-methods': expect.stringMatching(/^GET, .*PUT, /),
      'access-control-allow-headers':
        'Content-Type, Authorization, x-amzn-oidc-data, x-amzn-oidc-accesstoken, If-Match, ' +
        'If-None-Match, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
      'access-control-max-age': '600',
    })
  })

  it('allows a page on localhost in development mode', () => {
    const headers = { host: 'localhost:5001', origin: 'http://localhost:5173', ...preflight }
    expect(guard(development, 'OPTIONS', headers)).toMatchObject({
      outcome: 'allowed',
      headers: {
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-allow-methods': expect.stringContaining('PUT'),
      },
    })
  })

  it('rejects a page of another site', () => {
    const headers = { host: 'api.example', origin: 'https://evil.example', ...preflight }
    expect(guard(production, 'OPTIONS', headers)).toEqual({ outcome: 'rejected', headers: {} })
  })

  it.each([{}, { host: 'api.example', origin: 'https://api.example' }])(
    'returns no CORS headers to own pages and programs: %j',
    (headers) => {
      const result = guard(production, 'OPTIONS', { ...headers, ...preflight })
      expect(result).toEqual({ outcome: 'allowed', headers: {} })
    },
  )

  it.each([
    ['OPTIONS', preflight, true],
    ['OPTIONS', {}, false],
    ['GET', preflight, false],
  ])('recognises %s with %j as a preflight: %s', (method, headers, is) => {
    expect(isPreflight({ method, headers } as never)).toBe(is)
  })
})
