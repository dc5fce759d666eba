import { describe, expect, it } from '@jest/globals'
import { misspeltLine, misspeltSettings } from './misspelt.ts'

const KNOWN = ['RATE_LIMIT_PER_MINUTE', 'LOG_LEVEL', 'NODE_ENV', 'HOST', 'PORT']
const namesOf = (...names: string[]) => misspeltSettings(KNOWN, names).map(misspeltLine)

describe('misspeltSettings', () => {
  it.each([
    ['a missing letter', 'RATE_LIMT_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'],
    ['two additional letters', 'RATE_LIMITTS_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'],
    ['two swapped letters', 'NODE_EVN', 'NODE_ENV'],
    ['two wrong letters', 'NODE_FNW', 'NODE_ENV'],
    ['lower case', 'log_level', 'LOG_LEVEL'],
    ['one additional letter in a short name', 'PORTS', 'PORT'],
  ])('finds %s', (_case, name, meant) => {
    expect(namesOf(name)).toEqual([`${name}: is not a setting. Did you mean ${meant}?`])
  })

  it('ignores settings and names with more typing errors than allowed', () => {
    expect(
      namesOf(...KNOWN, 'RATE_LIMITING_PER_MINUTE', 'NODE_XYZ', 'LOG_L', 'HOME', 'SORTS'),
    ).toEqual([])
  })

  it('returns the variables in their order', () => {
    expect(misspeltSettings(KNOWN, ['PORTS', 'PATH', 'HOSTS'])).toEqual([
      { name: 'PORTS', meant: 'PORT' },
      { name: 'HOSTS', meant: 'HOST' },
    ])
  })
})
