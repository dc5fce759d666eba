import type { Identity } from '@landscape/contracts/identity'
import type { Credentials, Identify } from './gateway-request.ts'
import type { Prefix } from '../authorise/prefixes.ts'
import { tokenError, unauthenticated } from './token-error.ts'

/**
 * Establishes a caller by one kind of credentials. Returns undefined for a request without its credentials; rejects invalid
 * ones.
 */
export type Authenticator = (
  credentials: Credentials,
  prefix: Prefix,
) => Promise<Identity | undefined>

/**
 * Establishes the caller by all given authenticators. All credentials must be valid and name the same subject, or the
 * request is rejected, unless its prefix is lenient. Public prefixes ignore credentials.
 */
export function identifyBy(authenticators: readonly Authenticator[]): Identify {
  const identify = async (credentials: Credentials, prefix: Prefix) => {
    try {
      return sameCaller(
        await Promise.all(authenticators.map((authenticate) => authenticate(credentials, prefix))),
      )
    } catch (error) {
      if (prefix.lenient) return undefined
      throw tokenError(error)
    }
  }
  return (credentials, prefix) =>
    prefix.access === 'public' ? undefined : identify(credentials, prefix)
}

/** The token in a header, whose scheme `Bearer` may be missing. */
export function tokenIn(header: string): string {
  return header.replace(/^Bearer +/i, '')
}

function sameCaller(identities: readonly (Identity | undefined)[]): Identity | undefined {
  const given = identities.filter((identity) => identity !== undefined)
  if (new Set(given.map(({ subject }) => subject)).size > 1)
    throw unauthenticated('Not authorized', 'two callers')
  return given[0]
}
