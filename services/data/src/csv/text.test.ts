import { describe, expect, it } from '@jest/globals'
import { joined, mainAndOthers, text } from './text.ts'

describe('text', () => {
  it('writes strings and numbers and nothing else', () => {
    const stored = ['a', '', 7, 0, null, undefined, true, {}, ['a'], Number.NaN]
    expect(stored.map(text)).toEqual(['a', '', '7', '0', '', '', '', '', '', ''])
  })
})

describe('joined', () => {
  it.each([
    [['a', 'b'], 'a; b'],
    ['a', 'a'],
    [['', 'a', null, {}, 'b', ''], 'a; b'],
    [['a', ['b', '', 'c']], 'a; b,c'],
    [[[[['deep']]]], ''],
    [{ a: 'b' }, ''],
    [null, ''],
  ])('writes %j as %j', (stored, expected) => {
    expect(joined(stored)).toBe(expected)
  })
})

describe('mainAndOthers', () => {
  it('writes main before others', () => {
    expect(mainAndOthers({ others: ['c'], main: ['a', 'b'] })).toBe('a; b; c')
    expect(mainAndOthers({ others: 'c' })).toBe('c')
    expect(mainAndOthers({ main: ['a'] })).toBe('a')
  })

  it('reads a section that is itself a list or a text', () => {
    expect(mainAndOthers(['a', 'b'])).toBe('a; b')
    expect(mainAndOthers('a')).toBe('a')
    expect([mainAndOthers([]), mainAndOthers(''), mainAndOthers(undefined)]).toEqual(['', '', ''])
  })
})
