import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import type { Prefix } from '../request/prefixes.ts'
import { type Audience, sharedRequestOf, isShared, completeLength } from './shareable.ts'

const prefixOf = (access: Prefix['access']): Prefix => ({ path: '/api', service: 'data', access })

describe('sharedRequestOf', () => {
  const optional = prefixOf('optional')
  const shared = (
    { method = 'GET', url = '/api/csv', ...headers }: Record<string, string>,
    prefix = prefixOf('public'),
  ) => sharedRequestOf({ req: { method, url, headers }, prefix })

  it('returns path, query, encoding and format', () => {
    const expected = {
      audience: 'anonymous',
      target: '/api/csv?a=b',
      encoding: 'br',
      format: 'json',
    }
    const own = {
      'accept-encoding': 'gzip, br',
      'sec-fetch-site': 'same-origin',
    }
    expect(shared({ url: '/api/csv?a=b', ...own })).toEqual(expected)
    expect(shared({ method: 'HEAD', accept: 'text/csv' })).toEqual({
      audience: 'anonymous',
      target: '/api/csv',
      encoding: 'identity',
      format: 'csv',
    })
  })

  it('distinguishes signed-in callers from others', () => {
    const signedIn = { [IDENTITY_HEADER]: 'signed' }
    expect(shared({}, optional)?.audience).toBe('anonymous')
    expect(shared(signedIn, optional)?.audience).toBe('signed-in')
    expect(shared(signedIn, prefixOf('authenticated'))?.audience).toBe('signed-in')
    for (const access of ['public', { anyGroup: ['admin'] }] as const)
      expect(shared(signedIn, prefixOf(access))).toBeUndefined()
  })

  it.each(['cookie', 'if-match', 'cache-control', 'x-landscape-service'])(
    'returns undefined with %s',
    (name) => {
      expect(shared({ [name]: 'x' })).toBeUndefined()
      expect(shared({ [name]: 'x', [IDENTITY_HEADER]: 'signed' }, optional)).toBeUndefined()
    },
  )

  it('returns undefined for writes, private paths and unknown paths', () => {
    expect(shared({ method: 'POST' })).toBeUndefined()
    expect(shared({}, prefixOf('authenticated'))).toBeUndefined()
    expect(
      sharedRequestOf({ req: { method: 'GET', url: '/', headers: {} }, prefix: undefined }),
    ).toBe(undefined)
  })

  it('returns undefined for a long target', () => {
    const target = `/${'x'.repeat(1_023)}`
    expect(shared({ url: target })).toMatchObject({ target })
    expect(shared({ url: `${target}x` })).toBeUndefined()
  })
})

describe('isShared', () => {
  const isSharedWith = (etag: string, more = {}) => {
    const headers: IncomingHttpHeaders = { etag, 'cache-control': 'public, no-cache', ...more }
    const rawHeaders = Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
    return isShared({ headers, rawHeaders }, 'anonymous')
  }

  it.each(['"1"', 'W/"1"', '""', '"a-b_c:d"'])(
    'accepts a public response with the tag %s',
    (tag) => {
      expect(isSharedWith(tag)).toBe(true)
      expect(isSharedWith(tag, { vary: 'Accept-Encoding' })).toBe(true)
      expect(isSharedWith(tag, { 'cache-control': 'no-cache ,  Public' })).toBe(true)
    },
  )

  it.each(['1', '"1', 'x"1"', '"1"x', 'w/"1"', '"1", "2"'])(
    'rejects the malformed tag %s',
    (tag) => {
      expect(isSharedWith(tag)).toBe(false)
    },
  )
})

describe('isShared of a response for signed-in callers', () => {
  const marked = {
    etag: '"1"',
    'cache-control': 'private, no-cache',
    'x-landscape-audience': 'signed-in',
    vary: 'Accept, Accept-Encoding, Cookie',
  }
  const isSharedBy = (audience: Audience, change = {}) => {
    const headers = { ...marked, ...change }
    return isShared({ headers, rawHeaders: Object.entries(headers).flat() }, audience)
  }

  it('accepts it for signed-in callers only', () => {
    expect(isSharedBy('signed-in')).toBe(true)
    expect(isSharedBy('anonymous')).toBe(false)
  })

  it.each([
    { 'x-landscape-audience': 'anonymous' },
    { 'cache-control': 'public, no-cache' },
    { vary: 'Authorization' },
    { 'set-cookie': ['a=b'] },
  ])('rejects a response with %p', (change) => {
    expect(isSharedBy('signed-in', change)).toBe(false)
  })
})

describe('isShared of a state of an instant', () => {
  const marked = { 'cache-control': 'no-store', 'x-landscape-audience': 'anonymous' }
  const isSharedBy = (audience: Audience, change = {}) => {
    const headers = { ...marked, ...change }
    return isShared({ headers, rawHeaders: Object.entries(headers).flat() }, audience)
  }

  it('accepts it for anonymous callers only', () => {
    expect(isSharedBy('anonymous')).toBe(true)
    expect(isSharedBy('signed-in')).toBe(false)
  })

  it.each([
    { 'x-landscape-audience': undefined },
    { 'cache-control': 'public' },
    { 'set-cookie': ['a=b'] },
  ])('rejects a response with %p', (change) => {
    expect(isSharedBy('anonymous', change)).toBe(false)
  })
})

describe('completeLength', () => {
  const length = (statusCode: number, headers: IncomingHttpHeaders) =>
    completeLength({ statusCode, headers }, 'br')

  it('returns the length of a body in the requested encoding or identity', () => {
    expect(length(200, { 'content-length': '5', 'content-encoding': 'br' })).toBe(5)
    expect(length(200, { 'content-length': '5' })).toBe(5)
  })

  it('returns undefined for other responses', () => {
    expect(length(200, { 'content-length': '5', 'content-encoding': 'gzip' })).toBeUndefined()
    expect(length(206, { 'content-length': '5' })).toBeUndefined()
    expect(length(200, {})).toBeUndefined()
  })
})
