import { afterAll, describe, expect, it } from '@jest/globals'
import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import { elementsOf } from '@landscape/dev/page-reader'
import { pageHeaders } from '@landscape/views/layout'
import request from 'supertest'
import { closeServers, gatewayApp, listen, type GatewayOptions } from './gateway-fixture.ts'

afterAll(closeServers)

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const rejecting = (code: ErrorCode) => (): never => {
  throw new DomainError(code, 'Why it failed')
}
const broken = await listen((_req, res) => res.destroy())

/** Errors of the gateway: name, path, status and the options that cause it. */
const ERRORS: readonly [string, string, number, GatewayOptions][] = [
  ['a missing token', '/admin/api/banners', 401, { identify: () => undefined }],
  ['a missing group', '/admin/api/banners', 403, { groups: [] }],
  ['an unknown path', '/nothing', 404, {}],
  ['an ambiguous path', '/api/%2e%2e/x', 400, {}],
  ['a limit', '/api/csv', 429, { limitCaller: rejecting('rate-limited') }],
  ['an unexpected error', '/api/csv', 500, { limitCaller: () => Promise.reject(new Error('x')) }],
  ['a broken response of a service', '/api/csv', 502, { upstreams: { data: broken.url } }],
  ['a service that is down', '/api/csv', 503, {}],
]

describe.each(ERRORS)('%s at %s', (_what, path, status, options) => {
  it(`returns ${status} as a page to browsers`, async () => {
    const { app } = gatewayApp(options)
    const response = await request(app).get(path).set('accept', BROWSER)
    expect([response.status, response.type]).toEqual([status, 'text/html'])
    expect(response.headers).toMatchObject({
      ...pageHeaders(),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      vary: 'Accept, Origin',
    })
    const page = elementsOf(response.text)
    expect(page.filter(({ name }) => name === 'h1')).toHaveLength(1)
    expect(page.some(({ attributes }) => attributes['href'] === '/')).toBe(true)
    expect(response.text).toContain(response.headers['x-request-id'])
  })

  it.each(['*/*', 'application/json'])(
    `returns ${status} as problem details to %s`,
    async (accept) => {
      const { app } = gatewayApp(options)
      const response = await request(app).get(path).set('accept', accept)
      expect([response.status, response.type]).toEqual([status, 'application/problem+json'])
      expect(response.body).toMatchObject({ status, error: response.body.detail })
      expect(response.headers['content-security-policy']).not.toContain('style-src')
    },
  )
})

describe('a rejected cross-site write', () => {
  it('returns a page that names the setting', async () => {
    const { status, text } = await request(gatewayApp().app)
      .post('/changes/radar-1-1/undo')
      .set({ accept: BROWSER, origin: 'https://elsewhere.example' })
    expect(status).toBe(403)
    expect(text).toMatch(/https:\/\/elsewhere\.example .*FRONTEND_URL/)
  })
})
