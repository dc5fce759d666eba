import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import request from 'supertest'
import { z } from 'zod'
import { appOf, routeAt } from '../../test/app-of.ts'
import { reply } from '../responses/reply.ts'
import type { Route } from './route.ts'

describe('mountRoutes', () => {
  it('rejects two routes with one method and path, whatever their parameter names', () => {
    expect(() => appOf([routeAt('/api/a/:name'), routeAt('/api/a/:id')])).toThrow(
      'GET /api/a/:name is declared twice',
    )
    expect(() => appOf([routeAt('/api/a'), routeAt('/api/a', { method: 'post' })])).not.toThrow()
  })

  it('allows on a path the methods of all routes that match it', async () => {
    const app = appOf([
      routeAt('/api/a/list'),
      routeAt('/api/a/:name'),
      routeAt('/api/a/:name', { method: 'put' }),
      routeAt('/api/a/:name/more', { method: 'delete' }),
      routeAt('/api/b/:name', { method: 'delete' }),
      routeAt('/api/p', { method: 'post' }),
    ])
    const { status, headers } = await request(app).options('/api/a/list')
    expect([status, headers['allow']]).toEqual([204, 'GET, PUT, HEAD'])
    expect((await request(app).post('/api/a/one')).headers['allow']).toBe('GET, PUT, HEAD')
    expect((await request(app).post('/api/a/list')).headers['allow']).toBe('GET, PUT, HEAD')
    expect((await request(app).post('/api/a/one/more')).headers['allow']).toBe('DELETE')
    const rejected = await request(app).get('/api/p')
    expect([rejected.status, rejected.headers['allow']]).toEqual([405, 'POST'])
    expect(rejected.body).toMatchObject({ error: 'Method not allowed' })
  })

  it('matches paths exactly, with any query', async () => {
    const app = appOf([routeAt('/api/a'), routeAt('/api/b', { method: 'post' })])
    const statusOf = async (path: string) => (await request(app).get(path)).status
    expect(await statusOf('/api/a')).toBe(200)
    expect(await statusOf('/api/a?b=1')).toBe(200)
    for (const path of ['/api/A', '/api', '/api/a/b']) expect(await statusOf(path)).toBe(404)
    expect((await request(app).post('/api/B')).status).toBe(404)
  })

  it('prefers a fixed path to one with a parameter, in any order', async () => {
    const app = appOf([
      routeAt('/api/a/:name', { handle: () => 'one' }),
      routeAt('/api/a/:name', { method: 'post', handle: () => 'one' }),
      routeAt('/api/a/list', { handle: () => 'list' }),
      routeAt('/api/a/list', { method: 'post', handle: () => 'list' }),
    ])
    expect((await request(app).get('/api/a/list')).body).toBe('list')
    expect((await request(app).head('/api/a/list')).headers['content-length']).toBe('6')
    expect((await request(app).post('/api/a/list')).body).toBe('list')
    expect((await request(app).get('/api/a/other')).body).toBe('one')
  })

  it('accepts one trailing slash for reads only', async () => {
    const paramsOf: Route['handle'] = ({ params }) => params ?? null
    const app = appOf([
      routeAt('/api/a'),
      routeAt('/api/a', { method: 'post' }),
      routeAt('/api/a/:name', { params: z.object({ name: z.string() }), handle: paramsOf }),
    ])
    expect((await request(app).get('/api/a/?b=/')).status).toBe(200)
    expect((await request(app).head('/api/a/')).status).toBe(200)
    expect((await request(app).get('/api/a/one/?b=1')).body).toEqual({ name: 'one' })
    expect((await request(app).get('/api/a/one%2F/')).body).toEqual({ name: 'one/' })
    for (const path of ['/', '/api/a//', '/api/a/one//']) {
      expect((await request(app).get(path)).status).toBe(404)
    }
    expect((await request(app).post('/api/a/')).status).toBe(404)
    expect((await request(app).options('/api/a/')).status).toBe(404)
  })

  it('adds no header that Express sends by default', async () => {
    const app = appOf([routeAt('/api/a')])
    for (const path of ['/api/a', '/nothing']) {
      const { headers } = await request(app).get(path)
      for (const name of ['x-powered-by', 'etag']) expect(headers).not.toHaveProperty(name)
    }
  })

  it('keeps the headers that other Express middleware sets, of responses and errors', async () => {
    const app = appOf([routeAt('/api/a')], {
      middleware: (_req, res, next) => {
        res.set('x-frame-options', 'DENY').vary('Origin')
        next()
      },
    })
    for (const path of ['/api/a', '/api/nothing']) {
      const { headers } = await request(app).get(path)
      expect([headers['x-frame-options'], headers['vary']]).toEqual(['DENY', 'Origin'])
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    }
  })

  it('returns the error that a handler throws', async () => {
    const handle = () => {
      throw new DomainError('conflict', 'Taken')
    }
    const app = appOf([routeAt('/api/a', { handle, codes: ['conflict'] })])
    const { status, body } = await request(app).get('/api/a')
    expect([status, body.error]).toEqual([409, 'Taken'])
  })

  it('returns 500 when a handler rejects with undefined', async () => {
    // eslint-disable-next-line prefer-promise-reject-errors -- Other code may reject with anything.
    const handle = () => Promise.reject(undefined)
    expect((await request(appOf([routeAt('/api/a', { handle })])).get('/api/a')).status).toBe(500)
  })

  it('returns 500 without the headers of the reply when Node rejects one of them', async () => {
    const handle = () => reply(200, [], { etag: '"1"', 'x-name': 'a\u2013b' })
    const app = appOf([routeAt('/api/a', { handle })], { checkReplies: false })
    const { status, headers } = await request(app).get('/api/a')
    expect(status).toBe(500)
    expect(headers).not.toHaveProperty('etag')
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })

  it('serves the root path', async () => {
    expect((await request(appOf([routeAt('/')])).get('/?b=1')).status).toBe(200)
  })

  it('has a byte budget for bodies above a small document limit', async () => {
    const app = appOf([routeAt('/api/a', { method: 'post', body: z.string() })], { bodyLimit: 1 })
    const text = JSON.stringify('x'.repeat(10_000))
    expect((await request(app).post('/api/a').type('json').send(text)).status).toBe(200)
  })

  it('logs the path template, even of rejected requests', async () => {
    const log: string[] = []
    const app = appOf([routeAt('/api/a/:name'), routeAt('/api/b')], { log })
    await request(app).get('/api/a/Kim')
    await request(app).put('/api/a/Kim')
    await request(app).get('/api/b?who=Kim')
    expect(log.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
      '/api/a/:name',
      '/api/a/:name',
      '/api/b',
    ])
  })
})
