import { describe, expect, it } from '@jest/globals'
import { misspeltLine, misspeltSettings } from './misspelt.ts'

const KNOWN = ['RATE_LIMIT_PER_MINUTE', 'LOG_LEVEL', 'NODE_ENV', 'HOST', 'PORT']
const namesOf = (...names: string[]) => misspeltSettings(KNOWN, names).map(misspeltLine)

describe('misspeltSettings', () => {
  it.each([
    ['a letter left out', 'RATE_LIMT_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'],
    ['two letters too many', 'RATE_LIMITTS_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'],
    ['two letters exchanged', 'NODE_EVN', 'NODE_ENV'],
    ['two other letters', 'NODE_FNW', 'NODE_ENV'],
    ['small letters', 'log_level', 'LOG_LEVEL'],
    ['one letter of a short name', 'PORTS', 'PORT'],
  ])('sees %s', (_what, name, meant) => {
    expect(namesOf(name)).toEqual([`${name}: is not a setting. Did you mean ${meant}?`])
  })

  it('says nothing of settings, nor of what is three letters away, in a short name two', () => {
    expect(
      namesOf(...KNOWN, 'RATE_LIMITING_PER_MINUTE', 'NODE_XYZ', 'LOG_L', 'HOME', 'SORTS'),
    ).toEqual([])
  })

  it('takes the variables in their order', () => {
    expect(misspeltSettings(KNOWN, ['PORTS', 'PATH', 'HOSTS'])).toEqual([
      { name: 'PORTS', meant: 'PORT' },
      { name: 'HOSTS', meant: 'HOST' },
    ])
  })
})
