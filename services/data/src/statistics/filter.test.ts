import { describe, expect, it } from '@jest/globals'
import { parseRequestedNames } from './filter.ts'

describe('parseRequestedNames', () => {
  it.each([
    ['harbour-api', ['harbour-api']],
    [' Harbour-API , nowhere ', ['harbour-api', 'nowhere']],
    ['b,a,B,,a', ['b', 'a']],
    [
      ['a,b', 'c', 'A'],
      ['a', 'b', 'c'],
    ],
    [', ,,', []],
    ['', []],
    [[], []],
    [undefined, []],
  ])('reads %j as %j', (values, names) => {
    expect(parseRequestedNames(values)).toEqual(names)
  })
})
