import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { closeServers, gatewayApp } from './gateway-fixture.ts'

afterAll(closeServers)

const { app } = gatewayApp()

describe('GET /openapi.json', () => {
  it('returns the committed description, whatever the services do', async () => {
    const { status, body, headers } = await request(app).get('/openapi.json')
    const file = fileURLToPath(import.meta.resolve('@landscape/client/openapi.json'))
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toEqual(JSON.parse(await readFile(file, 'utf8')))
  })

  it('returns 304 for its ETag', async () => {
    const { etag } = (await request(app).get('/openapi.json')).headers
    const again = request(app).get('/openapi.json').set('if-none-match', String(etag))
    expect((await again).status).toBe(304)
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
