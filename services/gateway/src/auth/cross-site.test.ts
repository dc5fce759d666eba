import { describe, expect, it } from '@jest/globals'
import type { DomainError } from '@landscape/contracts'
import { announcedOn } from '../../test/announced.ts'
import { createCrossSiteGuard, isPreflight } from './cross-site.ts'
import type { GatewayRequest } from '../proxy/gateway-request.ts'

const FRONTEND = 'https://landscape.example'
const production = { frontendUrls: [`${FRONTEND}/app`], development: false }
const development = { frontendUrls: [], development: true }

/** What the guard makes of a request: whether it may go on, and what the answer is marked with. */
function ask(deps: typeof production, method: string, headers: Record<string, string>) {
  const res = {}
  const request = { req: { method, headers }, res } as never as GatewayRequest
  try {
    createCrossSiteGuard(deps)(request)
    return { outcome: 'goes on', headers: announcedOn(res) }
  } catch (error) {
    const message = deps.development ? expect.any(String) : 'Cross-site request rejected'
    expect(error).toMatchObject({ code: 'forbidden', message })
    return { outcome: 'refused', headers: announcedOn(res) }
  }
}
const write = (headers: Record<string, string>, deps = production) =>
  ask(deps, 'POST', { host: 'api.example', ...headers }).outcome

describe('a write', () => {
  it.each([
    ['by a program', {}],
    ["by the web client's page", { origin: FRONTEND, 'sec-fetch-site': 'cross-site' }],
    ['by our own page', { origin: 'https://api.example', 'sec-fetch-site': 'same-origin' }],
    ['by our own page, in a browser that tells no site', { origin: 'https://api.example' }],
    ['to a host in capitals', { origin: 'https://api.example', host: 'API.example' }],
    ['by a form of our own page that tells no origin', { 'sec-fetch-site': 'same-origin' }],
    ['by a page of this machine', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
  ])('goes on %s', (_by, headers) => {
    expect(write(headers)).toBe('goes on')
  })

  it.each([
    ['by a foreign page', { origin: 'https://evil.example' }],
    ['by a page that hides its origin', { origin: 'null' }],
    ['by a hidden page of the same site', { origin: 'null', 'sec-fetch-site': 'same-site' }],
    [
      'by a page of another host of the same site',
      { origin: 'https://x.example', 'sec-fetch-site': 'same-site' },
    ],
    ['by a form of another host that tells no origin', { 'sec-fetch-site': 'same-site' }],
    ['by a page of another port of this machine', { origin: 'http://localhost:5173' }],
    ['with a site that browsers do not know', { 'sec-fetch-site': 'mine' }],
    ['by an unencrypted page of our name', { origin: 'http://api.example' }],
    ['by a page on another port', { origin: 'https://api.example:8443' }],
    ['by a foreign form that tells no origin', { 'sec-fetch-site': 'cross-site' }],
    ['however the site is spelled', { 'sec-fetch-site': 'Cross-Site' }],
    ['with one foreign site of two', { 'sec-fetch-site': 'same-origin, cross-site' }],
    [
      'by a page that is its own site only',
      { origin: 'https://e.example', 'sec-fetch-site': 'none' },
    ],
    ['by an origin that is none', { origin: 'api.example' }],
    [
      'by our own name, when the browser calls it foreign',
      { origin: 'https://api.example', 'sec-fetch-site': 'cross-site' },
    ],
  ])('is refused %s', (_by, headers) => {
    expect(write(headers)).toBe('refused')
  })

  it('is refused with an origin and no host to compare it with', () => {
    const headers = { origin: 'https://api.example' }
    expect(ask(production, 'POST', headers).outcome).toBe('refused')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is judged whatever it is: %s', (method) => {
    const headers = { host: 'api.example', origin: 'https://evil.example' }
    expect(ask(production, method, headers).outcome).toBe('refused')
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('is not what %s is', (method) => {
    const headers = { host: 'api.example', origin: 'https://evil.example' }
    expect(ask(production, method, headers).outcome).toBe('goes on')
  })

  it.each([
    'http://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]:5173',
    'https://localhost',
  ])('goes on in development by a page at %s', (origin) => {
    for (const site of ['cross-site', 'same-site', 'same-origin']) {
      const headers = { host: 'localhost:5001', origin, 'sec-fetch-site': site }
      expect(write(headers, development)).toBe('goes on')
    }
  })

  it.each([
    'https://evil.example',
    'http://localhost.evil.example:5173',
    'http://127.0.0.1.evil.example',
    'http://localhost:5173/evil',
    'ftp://localhost',
    'null',
  ])('is refused in development by a page at %s', (origin) => {
    expect(write({ host: 'localhost:5001', origin }, development)).toBe('refused')
  })

  it('in development is for names of this machine only', () => {
    const own = { origin: 'https://rebound.example', host: 'rebound.example' }
    expect(write(own, development)).toBe('refused')
    expect(write({ origin: 'http://127.0.0.1:5000', host: '127.0.0.1:5000' }, development)).toBe(
      'goes on',
    )
  })
})

describe('any request in development', () => {
  it('is refused without the name of a host', () => {
    expect(ask(development, 'GET', {}).outcome).toBe('refused')
  })
})

describe('an answer', () => {
  it("may be read by the web client's page, with credentials", () => {
    expect(ask(production, 'GET', { origin: FRONTEND }).headers).toEqual({
      'access-control-allow-origin': FRONTEND,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringMatching(
        /ETag.*Link.*Retry-After.*X-Request-Id.*Deprecation, Sunset/,
      ),
    })
  })

  it.each(['https://evil.example', `${FRONTEND}.evil.example`, 'null', `${FRONTEND}/app`])(
    'may not be read by %s',
    (origin) => {
      expect(ask(production, 'GET', { origin }).headers).toEqual({})
    },
  )
})

describe('a refusal', () => {
  const detailOf = (headers: Record<string, string>, method = 'POST') => {
    const req = { method, headers: { host: 'api.example', ...headers } }
    try {
      createCrossSiteGuard(production)({ req, res: {} } as never)
    } catch (error) {
      return String((error as DomainError).extensions['detail'])
    }
    throw new Error('The request goes on')
  }

  it('names the origin and the setting that allows it', () => {
    for (const ask of ['POST', 'OPTIONS']) {
      const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'PUT' }
      expect(detailOf(headers, ask)).toBe(
        'Pages of the origin http://localhost:5173 may not call this API. To allow it, add the origin to FRONTEND_URL in the settings of the gateway.',
      )
    }
  })

  it.each([{ origin: 'null' }, { origin: '<b>' }, { 'sec-fetch-site': 'same-site' }])(
    'names FRONTEND_URL when the browser hides the origin: %j',
    (headers) => {
      expect(detailOf(headers)).toMatch(/does not name\..*FRONTEND_URL/)
    },
  )

  it('shortens the origin', () => {
    const detail = detailOf({ origin: `https://${'x'.repeat(5_000)}.example` })
    expect(detail.length).toBeLessThan(500)
  })
})

describe("a browser's question beforehand", () => {
  const asks = { 'access-control-request-method': 'PUT' }

  it("is answered with leave for the web client's page", () => {
    expect(ask(production, 'OPTIONS', { origin: FRONTEND, ...asks }).headers).toMatchObject({
      'access-control-allow-methods': expect.stringMatching(/^GET, .*PUT, /),
      'access-control-allow-headers':
        'Content-Type, Authorization, x-amzn-oidc-data, x-amzn-oidc-accesstoken, If-Match, If-None-Match, X-Request-Id',
      'access-control-max-age': '600',
    })
  })

  it('allows any page of this machine in development', () => {
    const headers = { host: 'localhost:5001', origin: 'http://localhost:5173', ...asks }
    expect(ask(development, 'OPTIONS', headers)).toMatchObject({
      outcome: 'goes on',
      headers: {
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-allow-methods': expect.stringContaining('PUT'),
      },
    })
  })

  it('is refused for others', () => {
    const headers = { host: 'api.example', origin: 'https://evil.example', ...asks }
    expect(ask(production, 'OPTIONS', headers)).toEqual({ outcome: 'refused', headers: {} })
  })

  it.each([{}, { host: 'api.example', origin: 'https://api.example' }])(
    'is answered without leave for our own page and for programs: %j',
    (headers) => {
      const answer = ask(production, 'OPTIONS', { ...headers, ...asks })
      expect(answer).toEqual({ outcome: 'goes on', headers: {} })
    },
  )

  it.each([
    ['OPTIONS', asks, true],
    ['OPTIONS', {}, false],
    ['GET', asks, false],
  ])('is what %s with %j is: %s', (method, headers, is) => {
    expect(isPreflight({ method, headers } as never)).toBe(is)
  })
})
