import { describe, expect, it } from '@jest/globals'
import { DomainError, type ErrorCode } from '@landscape/errors'
import request from 'supertest'
import { z } from 'zod'
import { appOf } from '../test/app-of.ts'
import { reply } from './reply.ts'
import { route, type Route } from './route.ts'

const thing = (path: string, more: Partial<Route> = {}) => ({
  ...route({
    method: 'get',
    path,
    summary: 'A thing',
    access: 'public',
    reply: z.unknown(),
    handle: () => null,
  }),
  ...more,
})

describe('mountRoutes', () => {
  it('refuses to serve two routes of one method and path, whatever their parameters are called', () => {
    expect(() => appOf([thing('/api/a/:name'), thing('/api/a/:id')])).toThrow(
      'GET /api/a/:name is declared twice',
    )
    expect(() => appOf([thing('/api/a'), thing('/api/a', { method: 'post' })])).not.toThrow()
  })

  it('allows on a path what any route allows that takes it', async () => {
    const app = appOf([
      thing('/api/a/list'),
      thing('/api/a/:name'),
      thing('/api/a/:name', { method: 'put' }),
    ])
    const { status, headers } = await request(app).options('/api/a/list')
    expect([status, headers['allow']]).toEqual([204, 'GET, PUT, HEAD'])
    expect((await request(app).post('/api/a/one')).headers['allow']).toBe('GET, PUT, HEAD')
    expect((await request(app).post('/api/a/list')).headers['allow']).toBe('GET, PUT, HEAD')
  })

  it('hands over the headers that a route declares and no other', async () => {
    const told = thing('/api/a', {
      headers: { 'x-wish': 'what to bring' },
      cookies: { session: 'who' },
      handle: ({ headers }) => headers,
    })
    const { body } = await request(appOf([told]))
      .get('/api/a')
      .set({ 'x-wish': 'tea', 'x-other': '1', cookie: 'session=1' })
    expect(body).toEqual({ 'x-wish': 'tea', cookie: 'session=1' })
  })

  it('hands over the address that the gateway names', async () => {
    const told = thing('/api/a', { handle: ({ address }) => ({ address }) })
    const { body } = await request(appOf([told]))
      .get('/api/a')
      .set('x-forwarded-for', '203.0.113.7')
    expect(body).toEqual({ address: '203.0.113.7' })
  })
})

describe('a route in tests', () => {
  const refusing = (code: ErrorCode, codes: ErrorCode[]) =>
    thing('/api/a', {
      codes,
      handle: () => {
        throw new DomainError(code, 'No')
      },
    })

  it('fails when it refuses for a reason that it does not declare', async () => {
    const statusOf = async (one: Route) => (await request(appOf([one])).get('/api/a')).status
    expect(await statusOf(refusing('conflict', ['conflict']))).toBe(409)
    expect(await statusOf(refusing('conflict', ['not-found']))).toBe(500)
  })

  it('fails when it answers a header that it does not declare', async () => {
    const handle = () => reply(200, null, { location: '/api/b' })
    const declared = thing('/api/a', { handle, replyHeaders: { location: 'where it is' } })
    expect((await request(appOf([declared])).get('/api/a')).status).toBe(200)
    expect((await request(appOf([thing('/api/a', { handle })])).get('/api/a')).status).toBe(500)
  })
})
