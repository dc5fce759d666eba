import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { RequestListener } from 'node:http'
import request from 'supertest'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

let app: RequestListener
let descriptionRequests = 0

/** Starts a service whose only path is its name. */
async function serviceOf(name: string, status = 200): Promise<string> {
  const info = { title: name, version: '1' }
  const description = { openapi: '3.1.0', info, paths: { [`/${name}`]: { get: {} } } }
  const { url } = await listen((req, res) => {
    // Probes of another test's gateway may still reach this port.
    if (req.url === '/openapi.json') descriptionRequests++
    res.writeHead(status).end(status === 200 ? JSON.stringify(description) : 'starting')
  })
  return url
}

beforeAll(async () => {
  const upstreams = {
    projects: await serviceOf('projects'),
    'admin-review': await serviceOf('admin-review'),
    assistant: await serviceOf('assistant', 503),
  }
  app = gatewayApp({ upstreams }).app
})

describe('GET /openapi.json', () => {
  it('merges the descriptions of the available services', async () => {
    const { status, body } = await request(app).get('/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    expect(body.paths).toMatchObject({ '/projects': {}, '/admin-review': {}, '/': {} })
    expect(body.paths).not.toHaveProperty('/assistant')
  })

  it.each([
    ['another document', '{"swagger":"2.0"}', '/openapi is missing'],
    [
      'malformed operations',
      JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: { '/a': 7 } }),
      '/paths//a must be an object',
    ],
    ['another media type', '<html>', 'is not JSON'],
    ['an oversized body', ' '.repeat(5_000_000), 'exceeds 4194304 bytes'],
  ])('omits a service that returns %s and logs a warning', async (_what, text, fault) => {
    const { url } = await listen((_req, res) => void res.end(text))
    const { app, lines } = gatewayApp({ upstreams: { data: url } })
    const { status, body } = await request(app).get('/openapi.json')
    expect([status, Object.keys(body.paths).includes('/a')]).toEqual([200, false])
    const warnings = lines.map((line) => JSON.parse(line)).filter((line) => 'fault' in line)
    expect(warnings).toMatchObject([{ level: 'warn', service: 'data', fault }])
  })

  it('requests each description once for all callers', async () => {
    await Promise.all([1, 2, 3].map(() => request(app).get('/openapi.json')))
    expect(descriptionRequests).toBe(3)
  })
})

describe('GET /docs', () => {
  it('returns a page that loads nothing from other hosts', async () => {
    const page = await request(app).get('/docs')
    expect(page.status).toBe(200)
    const policy = page.headers['content-security-policy']
    expect(policy).toContain("default-src 'self'")
    // Swagger UI shows pictures in responses as data and blob URLs.
    expect(policy).toContain("img-src 'self' data: blob:")
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) =>
      String(path),
    )
    expect(loaded.length).toBeGreaterThan(2)
    for (const path of loaded) {
      expect(path).toMatch(/^\/(docs\/|favicon\.ico$)/)
      expect((await request(app).get(path)).status).toBe(200)
    }
  })
})

describe('GET /docs/oauth2-redirect.html', () => {
  it('may run its script, and loads nothing from other hosts', async () => {
    const { status, headers, text } = await request(app).get('/docs/oauth2-redirect.html?code=x')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';(?!.*connect-src)/)
    expect(text).toContain('<script src="oauth2-redirect.js">')
    expect((await request(app).get('/docs/oauth2-redirect.js')).status).toBe(200)
  })
})
