import { DomainError } from '@landscape/errors'
import {
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  JwtExpiredError,
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
      cause: error,
      retryAfter: 5,
    })
  }
  return unauthenticated(error instanceof JwtExpiredError ? 'Token is expired' : 'Not authorized')
}

/** 401 in the shape that clients know. */
export function unauthenticated(text: string): DomainError {
  return new DomainError('unauthenticated', text, { extensions: { message: 'Unauthorized' } })
}
