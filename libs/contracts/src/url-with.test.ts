import { describe, expect, it } from '@jest/globals'
import { pathSegment, urlWith } from './url-with.ts'

describe('urlWith', () => {
  it('encodes the parameters that have a value', () => {
    const parameters = { q: 'a & b', limit: 5, used: false, sections: ['x', 'y'], ring: '' }
    expect(urlWith('/list', { ...parameters, absent: undefined, cursor: { sort: 'name' } })).toBe(
      '/list?q=a+%26+b&limit=5&used=false&sections=x%2Cy',
    )
  })

  it('returns the path alone without values', () => {
    expect(urlWith('/list', { q: '' })).toBe('/list')
  })
})

describe('pathSegment', () => {
  it('encodes a string as one segment', () => {
    expect(pathSegment('C / C++?')).toBe('C%20%2F%20C%2B%2B%3F')
  })

  it('replaces half surrogates, which have no encoding', () => {
    expect(pathSegment('a\ud83d')).toBe('a%EF%BF%BD')
  })
})
