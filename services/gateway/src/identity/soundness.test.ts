import { describe, expect, it } from '@jest/globals'
import { mustBeSound } from './verifiers.ts'

const NOW_S = 1_700_000_000
const check = (change: { header?: object; payload?: object } = {}) => {
  const token = {
    header: { alg: 'RS256', kid: 'one', ...change.header },
    payload: { sub: 'sub-1', exp: NOW_S + 60, iat: NOW_S, ...change.payload },
  }
  return () => mustBeSound('RS256', () => NOW_S * 1_000)(token)
}

describe('mustBeSound', () => {
  it('takes a token that has all, and one that does not say when it was made', () => {
    expect(check()).not.toThrow()
    expect(check({ payload: { iat: undefined } })).not.toThrow()
  })

  it.each([
    ['algorithm', { header: { alg: 'RS512' } }],
    ['algorithm', { header: { alg: 'none' } }],
    ['algorithm', { header: { alg: undefined } }],
    ['crit', { header: { crit: ['b64'] } }],
    ['crit', { header: { crit: null } }],
    ['exp', { payload: { exp: undefined } }],
    ['exp', { payload: { exp: '1700000060' } }],
    ['sub', { payload: { sub: undefined } }],
    ['sub', { payload: { sub: 7 } }],
    ['sub', { payload: { sub: '' } }],
    ['iat', { payload: { iat: NOW_S + 31 } }],
    ['iat', { payload: { iat: String(NOW_S + 31) } }],
  ])('refuses for its %s %j', (part, change) => {
    expect(check(change)).toThrow(`${part} not acceptable`)
  })

  it('lets clocks differ by half a minute', () => {
    expect(check({ payload: { iat: NOW_S + 30 } })).not.toThrow()
  })

  it('knows the time by itself', () => {
    const token = (iat: number) => ({
      header: { alg: 'ES256' },
      payload: { sub: 'sub-1', exp: 1, iat },
    })
    const seconds = Date.now() / 1_000
    expect(() => mustBeSound('ES256')(token(seconds))).not.toThrow()
    expect(() => mustBeSound('ES256')(token(seconds + 3_600))).toThrow('iat not acceptable')
  })
})
