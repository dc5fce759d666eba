import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import type { Prefix } from './prefixes.ts'
import { sharedRequestOf, sharedTag, completeLength } from './shareable.ts'

const prefixOf = (access: Prefix['access']): Prefix => ({ path: '/api', service: 'data', access })

describe('sharedRequestOf', () => {
  const asked = (
    { method = 'GET', url = '/api/csv', ...headers }: Record<string, string>,
    prefix = prefixOf('public'),
  ) => sharedRequestOf({ req: { method, url, headers }, prefix })

  it('is a path, its query, an encoding and a format', () => {
    const question = { target: '/api/csv?a=b', encoding: 'br', format: 'json' }
    const own = {
      'accept-encoding': 'gzip, br',
      'sec-fetch-site': 'same-origin',
    }
    for (const demand of [{}, { 'cache-control': 'no-cache' }, { 'cache-control': 'max-age=0' }]) {
      expect(asked({ url: '/api/csv?a=b', ...own, ...demand })).toEqual(question)
    }
    expect(asked({ method: 'HEAD', accept: 'text/csv' })).toEqual({
      target: '/api/csv',
      encoding: 'identity',
      format: 'csv',
    })
  })

  it("is nobody's who writes, who has to sign in, or whose path belongs to no service", () => {
    expect(asked({ method: 'POST' })).toBeUndefined()
    expect(asked({}, prefixOf('authenticated'))).toBeUndefined()
    expect(
      sharedRequestOf({ req: { method: 'GET', url: '/', headers: {} }, prefix: undefined }),
    ).toBe(undefined)
  })

  it('is not remembered when it is long', () => {
    const target = `/${'x'.repeat(1_023)}`
    expect(asked({ url: target })).toMatchObject({ target })
    expect(asked({ url: `${target}x` })).toBeUndefined()
  })
})

describe('sharedTag', () => {
  const tagOf = (headers: IncomingHttpHeaders) =>
    sharedTag({ headers, rawHeaders: Object.entries(headers).flat() })
  const answer = (etag: string, more = {}) =>
    tagOf({ etag, 'cache-control': 'public, no-cache', ...more })

  it.each(['"1"', 'W/"1"', '""', '"a-b_c:d"'])(
    'is the tag of an answer for everybody: %s',
    (tag) => {
      expect(answer(tag)).toBe(tag)
      expect(answer(tag, { vary: 'Accept-Encoding' })).toBe(tag)
      expect(answer(tag, { 'cache-control': 'no-cache ,  Public' })).toBe(tag)
    },
  )

  it.each(['1', '"1', 'x"1"', '"1"x', 'w/"1"', '"1", "2"'])(
    'is none that is not well-formed: %s',
    (tag) => {
      expect(answer(tag)).toBeUndefined()
    },
  )
})

describe('completeLength', () => {
  const length = (statusCode: number, headers: IncomingHttpHeaders) =>
    completeLength({ statusCode, headers }, 'br')

  it('is that of a body in the encoding that was asked for, or in none', () => {
    expect(length(200, { 'content-length': '5', 'content-encoding': 'br' })).toBe(5)
    expect(length(200, { 'content-length': '5' })).toBe(5)
  })

  it('is unknown of any other answer', () => {
    expect(length(200, { 'content-length': '5', 'content-encoding': 'gzip' })).toBeUndefined()
    expect(length(206, { 'content-length': '5' })).toBeUndefined()
    expect(length(200, {})).toBeUndefined()
  })
})
