import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { DomainError, type ErrorCode } from '@landscape/contracts'
import request from 'supertest'
import { z } from 'zod'
import { appOf, thing } from '../../test/app-of.ts'
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
  ])('accepts %s', (_what, answer) => {
    expect(() => assertDeclared(declared, answer)).not.toThrow()
  })

  it.each([
    [
      'another type',
      reply(200, { names: [1] }),
      'GET /api/things answers what it does not describe at names.0',
    ],
    [
      'a further member',
      reply(200, { names: [], secret: 1 }),
      'answers members that it does not describe',
    ],
    ['a further status', otherReply(201, { names: [] }), 'answers 201, which it does not declare'],
    ['another body at a declared status', otherReply(404, {}), 'does not describe'],
    ['304 with a body', otherReply(304, {}), 'answers 304 with a body'],
    [
      'compression',
      reply(200, { names: [] }, { vary: 'Accept-Encoding' }),
      'is compressed, which it does not declare',
    ],
    [
      'a header',
      reply(200, { names: [] }, { location: '/' }),
      'answers the header location, which it does not declare',
    ],
    ['bytes that hold something else', replyBytes(200, Buffer.from('[]'), {}), 'does not describe'],
  ])('refuses %s', (_what, answer, text) => {
    expect(() => assertDeclared(declared, answer)).toThrow(text)
  })
})

describe('assertDeclared of what may be compressed, or a last good copy', () => {
  it('accepts the headers that say so', () => {
    const said = { vary: 'Accept-Encoding', age: '1', warning: '110 - "stale"' }
    const answer = reply(200, { names: [] }, said)
    expect(() => assertDeclared({ ...declared, compressed: true }, answer)).not.toThrow()
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('reads bytes that are compressed by %s, where that is declared', (encoding, compress) => {
    const answer = (text: string) =>
      replyBytes(200, compress(text), { 'content-encoding': encoding })
    const compressed = { ...declared, compressed: true } as const
    expect(() => assertDeclared(compressed, answer('{"names":[]}'))).not.toThrow()
    expect(() => assertDeclared(compressed, answer('{"names":[1]}'))).toThrow('names.0')
    expect(() => assertDeclared(declared, answer('{"names":[]}'))).toThrow('content-encoding')
  })

  it('refuses 304 of a route that reads no condition', () => {
    const { conditional: _none, ...plain } = declared
    expect(() => assertDeclared(plain, otherReply(304))).toThrow('answers 304')
  })
})

describe('assertDeclared of an answer that says it is for everybody', () => {
  const answer = reply(200, { names: [] }, { 'cache-control': 'public, no-cache' })
  const kim = { subject: '1', email: 'kim@acme.example', groups: [] }
  it('accepts it of a route that is open to everybody, and of no other', () => {
    expect(() => assertDeclared({ ...declared, access: 'public' }, answer)).not.toThrow()
    for (const access of ['authenticated', { anyGroup: ['admin'] }] as const) {
      expect(() => assertDeclared({ ...declared, access }, answer)).toThrow('not open to everybody')
    }
  })

  it('accepts it of a route that shows more to who has signed in, when nobody has', () => {
    const route = { ...declared, access: 'optional' } as const
    expect(() => assertDeclared(route, answer)).not.toThrow()
    expect(() => assertDeclared(route, answer, kim)).toThrow('not open to everybody')
  })
})

describe('assertDeclared of a route that answers a text', () => {
  const page = { ...declared, reply: z.string(), mediaType: 'text/html' }
  const answer = (type: string, text = '<p>Hello</p>') =>
    replyBytes(200, Buffer.from(text), { 'content-type': type })

  it('accepts the text as that type, and nothing that would be sent as JSON', () => {
    expect(() => assertDeclared(page, answer('text/html; charset=utf-8'))).not.toThrow()
    expect(() => assertDeclared(page, answer('text/plain'))).toThrow('declares text/html')
    expect(() => assertDeclared(page, reply(200, 'text'))).toThrow('declares text/html')
    const typed = reply(200, 'text', { 'content-type': 'text/html' })
    expect(() => assertDeclared(page, typed)).toThrow('answers what it does not describe')
  })
})

describe('a route in tests', () => {
  it('fails, and there alone, when it answers what it does not declare', async () => {
    const odd = thing('/api/a', { reply: z.string(), handle: () => 1 })
    expect((await request(appOf([odd])).get('/api/a')).status).toBe(500)
    expect((await request(appOf([odd], { checkReplies: false })).get('/api/a')).body).toBe(1)
  })

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
    const live = appOf([refusing('conflict', ['not-found'])], { checkReplies: false })
    expect((await request(live).get('/api/a')).status).toBe(409)
  })

  it('fails when it says of a place only what it says of the whole', async () => {
    const saying = (detail: string) =>
      thing('/api/a', {
        codes: ['invalid-input'],
        handle: () => {
          const faults = [{ path: ['at'], detail }]
          throw new DomainError('invalid-input', 'Invalid instant', { faults })
        },
      })
    const statusOf = async (one: Route) => (await request(appOf([one])).get('/api/a')).status
    expect(await statusOf(saying('must be a time'))).toBe(400)
    expect(await statusOf(saying('Invalid instant'))).toBe(500)
  })

  it('fails when it answers a header that it does not declare', async () => {
    const handle = () => reply(200, null, { location: '/api/b' })
    const declared = thing('/api/a', { handle, replyHeaders: { location: 'where it is' } })
    expect((await request(appOf([declared])).get('/api/a')).status).toBe(200)
    expect((await request(appOf([thing('/api/a', { handle })])).get('/api/a')).status).toBe(500)
  })
})
