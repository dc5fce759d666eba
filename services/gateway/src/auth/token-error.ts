import { DomainError } from '@landscape/contracts/errors/domain-error'
import { unauthenticated as createUnauthenticated } from '@landscape/http/errors/problem'
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
 * The error for a token that was not accepted: 503 when no key was available to verify it, else 401. The
 * messages of the library would quote the token.
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
  return unauthenticated('Not authorized', faultOf(error))
}

function faultOf(error: unknown): TokenFault {
  if (error instanceof JwtInvalidSignatureError) return 'signature'
  if (error instanceof KidNotFoundInJwksError) return 'unknown key'
  return error instanceof JwtInvalidClaimError ? 'claims' : 'form'
}

/** Why the tokens of a caller are not accepted, as a label of metrics. */
type TokenFault =
  | 'missing'
  | 'api key'
  | 'expired'
  | 'signature'
  | 'unknown key'
  | 'claims'
  | 'form'
  | 'two callers'

/** The 401 of a token that was not accepted. */
export function unauthenticated(message: string, reason: TokenFault): DomainError {
  return createUnauthenticated(message, reason)
}
