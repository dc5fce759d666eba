import type { Identity } from '@landscape/contracts/identity'
import type { Prefix } from '../request/prefixes.ts'
import type { Credentials } from '../request/credentials.ts'
import { tokenError, unauthenticated } from './token-error.ts'

/**
 * Establishes a caller by one kind of credentials; rejects invalid ones. Returns undefined when it is not
 * responsible: the request has none of its credentials.
 */
export type Authenticator = (
  credentials: Credentials,
  prefix: Prefix,
) => Promise<Identity> | undefined

/** Establishes the caller, if any; rejects when a required token is missing or invalid. */
export type Identify = (
  credentials: Credentials,
  prefix: Prefix,
) => Promise<Identity | undefined> | undefined

/**
 * Establishes the caller by the responsible authenticators; those that throw at once precede the others. All
 * credentials must be valid and name the same subject, or the request is rejected, unless its prefix is
 * lenient. Public prefixes ignore credentials.
 */
export function identifyBy(authenticators: readonly Authenticator[]): Identify {
  const identify = async (credentials: Credentials, prefix: Prefix) => {
    try {
      const responsible = authenticators.flatMap((one) => one(credentials, prefix) ?? [])
      return sameCaller(await Promise.all(responsible))
    } catch (error) {
      if (prefix.lenient) return undefined
      throw tokenError(error)
    }
  }
  return (credentials, prefix) =>
    prefix.access === 'public' ? undefined : identify(credentials, prefix)
}

function sameCaller(identities: readonly Identity[]): Identity | undefined {
  if (new Set(identities.map(({ subject }) => subject)).size > 1)
    throw unauthenticated('Not authorized', 'two callers')
  return identities[0]
}
