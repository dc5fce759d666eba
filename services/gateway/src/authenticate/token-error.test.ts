import { describe, expect, it } from '@jest/globals'
import {
  AlbJwtInvalidClientIdError,
  CognitoJwtInvalidClientIdError,
  FetchError,
  JwtExpiredError,
  JwtInvalidAudienceError,
  JwtInvalidClaimError,
  JwtInvalidIssuerError,
  JwtInvalidSignatureError,
  JwtNotBeforeError,
  JwtWithoutValidKidError,
  KidNotFoundInJwksError,
} from 'aws-jwt-verify/error'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { tokenError } from './token-error.ts'

class AnyClaimError extends JwtInvalidClaimError {}

describe('tokenError', () => {
  it.each([
    [new JwtExpiredError('expired', 1), 'Token is expired', 'expired'],
    [new JwtInvalidSignatureError('wrong'), 'Not authorized', 'signature'],
    [new KidNotFoundInJwksError('no such key'), 'Not authorized', 'unknown key'],
    [new JwtWithoutValidKidError('none'), 'Not authorized', 'no key id'],
    [new JwtNotBeforeError('early', 1), 'Not authorized', 'not valid yet'],
    [new JwtInvalidIssuerError('wrong', 1), 'Not authorized', 'issuer'],
    [new JwtInvalidAudienceError('wrong', 1), 'Not authorized', 'audience'],
    [new CognitoJwtInvalidClientIdError('wrong', 1), 'Not authorized', 'audience'],
    [new AlbJwtInvalidClientIdError('wrong', 1), 'Not authorized', 'audience'],
    [new AnyClaimError('wrong', 1), 'Not authorized', 'claims'],
    [new Error('not a token'), 'Not authorized', 'form'],
  ])('is 401 with the reason for %s', (error, message, reason) => {
    expect(tokenError(error)).toMatchObject({ code: 'unauthenticated', message, reason })
  })

  it('is 503 while no key is available', () => {
    const error = new FetchError('https://keys.example', 'unreachable')
    expect(tokenError(error)).toMatchObject({
      code: 'unavailable',
      message: 'Identity cannot be verified at the moment',
      reason: 'no keys',
      retryAfter: 5,
      cause: error,
    })
  })

  it('returns a DomainError unchanged', () => {
    const error = new DomainError('unavailable', 'down')
    expect(tokenError(error)).toBe(error)
  })
})
