import { DomainError } from '@landscape/contracts/errors/domain-error'
import { unauthenticated as createUnauthenticated } from '@landscape/http/errors/problem'
import {
  AlbJwtInvalidClientIdError,
  CognitoJwtInvalidClientIdError,
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  JwtExpiredError,
  JwtInvalidAudienceError,
  JwtInvalidClaimError,
  JwtInvalidIssuerError,
  JwtInvalidSignatureError,
  JwtNotBeforeError,
  JwtWithoutValidKidError,
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

/** Subclasses precede their base. */
const FAULTS = [
  [JwtExpiredError, 'expired'],
  [JwtNotBeforeError, 'not valid yet'],
  [JwtInvalidSignatureError, 'signature'],
  [KidNotFoundInJwksError, 'unknown key'],
  [JwtWithoutValidKidError, 'no key id'],
  [JwtInvalidIssuerError, 'issuer'],
  [JwtInvalidAudienceError, 'audience'],
  [CognitoJwtInvalidClientIdError, 'audience'],
  [AlbJwtInvalidClientIdError, 'audience'],
  [JwtInvalidClaimError, 'claims'],
] as const

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
  const fault = FAULTS.find(([type]) => error instanceof type)?.[1] ?? 'form'
  return unauthenticated(fault === 'expired' ? 'Token is expired' : 'Not authorized', fault)
}

/** Why the tokens of a caller are not accepted, as a label of metrics and in the request's log line. */
type TokenFault =
  | (typeof FAULTS)[number][1]
  | 'missing'
  | 'api key'
  | 'no e-mail'
  | 'e-mail too long'
  | 'e-mail not ASCII'
  | 'e-mail malformed'
  | 'unverified e-mail'
  | 'form'
  | 'two callers'

/** The 401 of a token that was not accepted. */
export function unauthenticated(message: string, reason: TokenFault): DomainError {
  return createUnauthenticated(message, reason)
}
