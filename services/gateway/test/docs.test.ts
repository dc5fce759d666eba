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
})

describe('GET /llms.txt', () => {
  it('returns Markdown of at most 60 lines, whatever the services do', async () => {
    const { status, text, headers } = await request(app).get('/llms.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^# .+\n\n> /)
    expect(text.split('\n').length).toBeLessThanOrEqual(60)
  })
})

describe('GET /openapi.json?tag=', () => {
  const read = (tag: string) => request(app).get('/openapi.json').query({ tag })
  const referred = (part: unknown) =>
    [...JSON.stringify(part).matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, name]) => name)

  it.each(['Radar', 'Assistant usage'])('returns the operations of the tag %s', async (tag) => {
    const { status, body } = await read(tag)
    const operations = Object.values(body.paths).flatMap((one) => Object.values(one as object))
    expect(status).toBe(200)
    expect(operations.length).toBeGreaterThan(3)
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set([tag]))
    expect(body.tags).toEqual([{ name: tag, description: expect.any(String) }])
  })

  it('returns exactly the components that the operations use', async () => {
    const { body } = await read('Radar')
    const { securitySchemes, ...others } = body.components
    const present = Object.entries(others).flatMap(([kind, parts]) =>
      Object.keys(parts as object).map((name) => `${kind}/${name}`),
    )
    expect(new Set(present)).toEqual(new Set(referred(body)))
    expect(present).toEqual(expect.arrayContaining(['schemas/Problem', 'responses/4XX']))
    expect(Object.keys(securitySchemes).toSorted()).toEqual(['admin', 'reviewer'])
    const whole = (await request(app).get('/openapi.json')).text
    expect(JSON.stringify(body).length).toBeLessThan(whole.length / 3)
  })

  it('rejects an unknown tag with the list of tags', async () => {
    const { status, body } = await read('__proto__')
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: '/tag', detail: expect.stringContaining('must be Projects or Landscape or ') }],
    ])
  })
})

describe('GET /openapi.json?tags=', () => {
  it('returns 400 instead of the complete description', async () => {
    expect((await request(app).get('/openapi.json?tags=Radar')).status).toBe(400)
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
