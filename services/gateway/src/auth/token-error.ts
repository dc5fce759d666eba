import { DomainError } from '@landscape/errors'
import {
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  JwtExpiredError,
  JwtInvalidClaimError,
  JwtInvalidSignatureError,
  KidNotFoundInJwksError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error'

const NO_KEYS = [
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  WaitPeriodNotYetEndedJwkError,
]

/**
 * Why a token was not accepted: 503 when no key could be had to judge it, else 401. Texts are ours:
 * the library's quote the token.
 */
export function tokenError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (NO_KEYS.some((type) => error instanceof type)) {
    return new DomainError('unavailable', 'Identity cannot be verified at the moment', {
      reason: 'no keys',
      cause: error,
      retryAfter: 5,
    })
  }
  if (error instanceof JwtExpiredError) return unauthenticated('Token is expired', 'expired')
  return unauthenticated('Not authorized', refusalOf(error))
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof JwtInvalidSignatureError) return 'signature'
  if (error instanceof KidNotFoundInJwksError) return 'unknown key'
  return error instanceof JwtInvalidClaimError ? 'claims' : 'form'
}

/** Why a caller's tokens are not accepted, for figures. */
type Refusal =
  'missing' | 'expired' | 'signature' | 'unknown key' | 'claims' | 'form' | 'two callers'

/** 401 in the shape that clients know. */
export function unauthenticated(text: string, reason: Refusal): DomainError {
  return new DomainError('unauthenticated', text, {
    reason,
    extensions: { message: 'Unauthorized' },
  })
}
