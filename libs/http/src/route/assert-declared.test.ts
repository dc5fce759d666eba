import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import request from 'supertest'
import { z } from 'zod'
import { appOf, routeAt } from '../../test/app-of.ts'
import { assertDeclared } from './assert-declared.ts'
import { otherReply, reply, replyBytes } from '../responses/reply.ts'
import { route, type Route } from './route.ts'

const declared = route({
  method: 'get',
  path: '/api/things',
  summary: 'Things',
  access: 'public',
  reply: z.object({ names: z.array(z.string()) }),
  others: { 404: z.tuple([]) },
  conditional: 'read',
  handle: () => ({ names: [] }),
})

describe('assertDeclared', () => {
  it.each([
    ['the success', reply(200, { names: ['one'] })],
    ['its bytes', replyBytes(200, Buffer.from('{"names":[]}'), {})],
    ['another declared status', otherReply(404, [])],
    ['304 without a body', otherReply(304)],
  ])('accepts %s', (_what, response) => {
    expect(() => assertDeclared(declared, response)).not.toThrow()
  })

  it.each([
    [
      'another type',
      reply(200, { names: [1] }),
      'GET /api/things returns an undeclared value at names.0',
    ],
    [
      'an undeclared member',
      reply(200, { names: [], secret: 1 }),
      'returns members that it does not declare',
    ],
    [
      'an undeclared status',
      otherReply(201, { names: [] }),
      'returns 201, which it does not declare',
    ],
    ['another body at a declared status', otherReply(404, {}), 'returns an undeclared value'],
    ['304 with a body', otherReply(304, {}), 'returns 304 with a body'],
    [
      'undeclared compression',
      reply(200, { names: [] }, { vary: 'Accept-Encoding' }),
      'compresses its response, which it does not declare',
    ],
    [
      'an undeclared header',
      reply(200, { names: [] }, { location: '/' }),
      'returns the header location, which it does not declare',
    ],
    [
      'bytes of another type',
      replyBytes(200, Buffer.from('[]'), {}),
      'returns an undeclared value',
    ],
  ])('rejects %s', (_what, response, text) => {
    expect(() => assertDeclared(declared, response)).toThrow(text)
  })
})

describe('assertDeclared of a compressed or stale response', () => {
  it('accepts the headers of stale and compressed responses', () => {
    const headers = { vary: 'Accept-Encoding', age: '1', warning: '110 - "stale"' }
    const response = reply(200, { names: [] }, headers)
    expect(() => assertDeclared({ ...declared, compressed: true }, response)).not.toThrow()
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('validates a body that is compressed with %s', (encoding, compress) => {
    const response = (text: string) =>
      replyBytes(200, compress(text), { 'content-encoding': encoding })
    const compressed = { ...declared, compressed: true } as const
    expect(() => assertDeclared(compressed, response('{"names":[]}'))).not.toThrow()
    expect(() => assertDeclared(compressed, response('{"names":[1]}'))).toThrow('names.0')
    expect(() => assertDeclared(declared, response('{"names":[]}'))).toThrow('content-encoding')
  })

  it('rejects 304 of a route without a conditional read', () => {
    const { conditional: _none, ...plain } = declared
    expect(() => assertDeclared(plain, otherReply(304))).toThrow('returns 304')
  })
})

describe('assertDeclared of a public response', () => {
  const response = reply(200, { names: [] }, { 'cache-control': 'public, no-cache' })
  const kim = { subject: '1', email: 'kim@acme.example', groups: [] }
  it('accepts a public response of public routes only', () => {
    expect(() => assertDeclared({ ...declared, access: 'public' }, response)).not.toThrow()
    for (const access of ['authenticated', { anyGroup: ['admin'] }] as const) {
      expect(() => assertDeclared({ ...declared, access }, response)).toThrow(
        'requires an identity',
      )
    }
  })

  it('accepts a public response of an optional route to anonymous callers only', () => {
    const route = { ...declared, access: 'optional' } as const
    expect(() => assertDeclared(route, response)).not.toThrow()
    expect(() => assertDeclared(route, response, kim)).toThrow('requires an identity')
  })
})

describe('assertDeclared of a response for all signed-in callers', () => {
  const headers = { 'cache-control': 'private, no-cache', 'x-landscape-audience': 'signed-in' }
  const response = reply(200, { names: [] }, headers)
  const kim = { subject: '1', email: 'kim@acme.example', groups: [] }

  it.each(['optional', 'authenticated'] as const)('accepts it from %s routes', (access) => {
    expect(() => assertDeclared({ ...declared, access }, response, kim)).not.toThrow()
  })

  it('rejects it from public routes, from those of a group, and for anonymous callers', () => {
    for (const access of ['public', { anyGroup: ['admin'] }] as const) {
      expect(() => assertDeclared({ ...declared, access }, response, kim)).toThrow('audience')
    }
    expect(() => assertDeclared({ ...declared, access: 'optional' }, response)).toThrow('audience')
  })
})

describe('assertDeclared of a response for concurrent anonymous callers', () => {
  const headers = { 'cache-control': 'no-store', 'x-landscape-audience': 'anonymous' }
  const response = reply(200, { names: [] }, headers)

  it('accepts it from public routes only', () => {
    expect(() => assertDeclared({ ...declared, access: 'public' }, response)).not.toThrow()
    expect(() => assertDeclared({ ...declared, access: 'authenticated' }, response)).toThrow(
      'audience',
    )
  })
})

describe('assertDeclared of a route with a media type', () => {
  const page = { ...declared, reply: z.string(), mediaType: 'text/html' }
  const response = (type: string, text = '<p>Hello</p>') =>
    replyBytes(200, Buffer.from(text), { 'content-type': type })

  it('accepts bytes of the declared type, but not a string sent as JSON', () => {
    expect(() => assertDeclared(page, response('text/html; charset=utf-8'))).not.toThrow()
    expect(() => assertDeclared(page, response('text/plain'))).toThrow('declares text/html')
    expect(() => assertDeclared(page, reply(200, 'text'))).toThrow('declares text/html')
    const typed = reply(200, 'text', { 'content-type': 'text/html' })
    expect(() => assertDeclared(page, typed)).toThrow('returns an undeclared value')
  })
})

describe('a route with validated replies', () => {
  it('returns 500 for an undeclared body, in tests only', async () => {
    const undeclared = routeAt('/api/a', { reply: z.string(), handle: () => 1 })
    expect((await request(appOf([undeclared])).get('/api/a')).status).toBe(500)
    expect((await request(appOf([undeclared], { checkReplies: false })).get('/api/a')).body).toBe(1)
  })

  const failing = (code: ErrorCode, codes: ErrorCode[]) =>
    routeAt('/api/a', {
      codes,
      handle: () => {
        throw new DomainError(code, 'No')
      },
    })

  it('returns 500 for an undeclared error code, in tests only', async () => {
    const statusOf = async (one: Route) => (await request(appOf([one])).get('/api/a')).status
    expect(await statusOf(failing('conflict', ['conflict']))).toBe(409)
    expect(await statusOf(failing('conflict', ['not-found']))).toBe(500)
    const live = appOf([failing('conflict', ['not-found'])], { checkReplies: false })
    expect((await request(live).get('/api/a')).status).toBe(409)
  })

  it('returns 500 when a detail repeats the message', async () => {
    const detailed = (detail: string) =>
      routeAt('/api/a', {
        codes: ['invalid-input'],
        handle: () => {
          const faults = [{ path: ['at'], detail }]
          throw new DomainError('invalid-input', 'Invalid instant', { faults })
        },
      })
    const statusOf = async (one: Route) => (await request(appOf([one])).get('/api/a')).status
    expect(await statusOf(detailed('must be a time'))).toBe(400)
    expect(await statusOf(detailed('Invalid instant'))).toBe(500)
  })

  it('returns 500 for an undeclared header', async () => {
    const handle = () => reply(200, null, { location: '/api/b' })
    const declared = routeAt('/api/a', { handle, replyHeaders: { location: 'Target.' } })
    expect((await request(appOf([declared])).get('/api/a')).status).toBe(200)
    expect((await request(appOf([routeAt('/api/a', { handle })])).get('/api/a')).status).toBe(500)
  })
})
