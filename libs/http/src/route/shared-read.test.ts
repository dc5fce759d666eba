import { describe, expect, it } from '@jest/globals'
import { assertNotSharedRead, isShareable, SHAREABLE, SHARED_READ_HEADERS } from './shared-read.ts'

describe('assertNotSharedRead', () => {
  it.each([SHARED_READ_HEADERS, { 'cache-control': 'max-age=0, Only-If-Cached' }])(
    'rejects costly work for %p',
    (headers) => {
      expect(() => assertNotSharedRead(headers)).toThrow(
        expect.objectContaining({ code: 'unavailable' }),
      )
    },
  )

  it.each([{}, { 'cache-control': 'no-cache' }])(
    'accepts a request of one caller: %p',
    (headers) => {
      expect(() => assertNotSharedRead(headers)).not.toThrow()
    },
  )
})

describe('isShareable', () => {
  it.each([SHAREABLE, 'No-Cache ,  PUBLIC'])('accepts %s', (cacheControl) => {
    expect(isShareable(cacheControl)).toBe(true)
  })

  it.each([undefined, 'public', 'private, no-cache', 'public, no-cache, private'])(
    'rejects %s',
    (cacheControl) => {
      expect(isShareable(cacheControl)).toBe(false)
    },
  )
})
