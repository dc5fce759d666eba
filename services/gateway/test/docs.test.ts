import { describe, expect, it } from '@jest/globals'
import express from 'express'
import request from 'supertest'
import { docsRouter } from '../src/own/docs-router.ts'

const upstreams = {
  projects: 'http://projects',
  data: 'http://data',
  'admin-review': 'http://admin-review',
  assistant: 'http://assistant',
}
const description = (path: string) => ({
  openapi: '3.1.0',
  info: { title: path, version: '1' },
  paths: { [path]: { get: {} } },
})

let asked = 0
const app = express().use(
  docsRouter({
    upstreams,
    ownRoutes: [],
    ask: async (address) => {
      asked++
      const { host } = new URL(address instanceof Request ? address.url : address)
      if (host === 'data') throw new TypeError('fetch failed')
      if (host === 'assistant') return new Response('starting', { status: 503 })
      return Response.json(description(`/${host}`))
    },
  }),
)

describe('GET /openapi.json', () => {
  it('joins the descriptions of the services that answer', async () => {
    const { status, body } = await request(app).get('/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toEqual(['/projects', '/admin-review'])
  })

  it('asks the services once for everybody', async () => {
    await Promise.all([1, 2, 3].map(() => request(app).get('/openapi.json')))
    expect(asked).toBe(Object.keys(upstreams).length)
  })
})

describe('GET /docs', () => {
  it('is a page that loads nothing from anywhere else', async () => {
    const page = await request(app).get('/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) =>
      String(path),
    )
    expect(loaded.length).toBeGreaterThan(2)
    for (const path of loaded) {
      expect(path).toMatch(/^\/docs\//)
      expect((await request(app).get(path)).status).toBe(200)
    }
  })
})
