import { describe, expect, it } from '@jest/globals'
import {
  assertNotSharedRead,
  isShareable,
  isShareableSignedIn,
  SHAREABLE,
  SHARED_READ_HEADERS,
} from './shared-read.ts'

describe('assertNotSharedRead', () => {
  it('rejects costly work for a request with the mark', () => {
    expect(() => assertNotSharedRead(SHARED_READ_HEADERS)).toThrow(
      expect.objectContaining({ code: 'unavailable' }),
    )
  })

  it.each([{}, { 'cache-control': 'only-if-cached' }])(
    'accepts a request of one caller: %p',
    (headers) => {
      expect(() => assertNotSharedRead(headers)).not.toThrow()
    },
  )
})

describe('isShareable', () => {
  it.each([SHAREABLE, 'No-Cache ,  PUBLIC'])('accepts %s', (cacheControl) => {
    expect(isShareable({ 'cache-control': cacheControl })).toBe(true)
  })

  it.each([undefined, 'public', 'private, no-cache', 'public, no-cache, private'])(
    'rejects %s',
    (cacheControl) => {
      expect(isShareable({ 'cache-control': cacheControl })).toBe(false)
    },
  )
})

describe('isShareableSignedIn', () => {
  const marked = { 'cache-control': 'private, no-cache', 'x-landscape-audience': 'signed-in' }

  it('accepts a marked private response', () => {
    expect(isShareableSignedIn(marked)).toBe(true)
  })

  it.each([
    { 'x-landscape-audience': undefined },
    { 'x-landscape-audience': 'everybody' },
    { 'cache-control': undefined },
    { 'cache-control': SHAREABLE },
    { 'cache-control': 'private, no-cache, no-store' },
  ])('rejects a response with %p', (change) => {
    expect(isShareableSignedIn({ ...marked, ...change })).toBe(false)
  })
})
