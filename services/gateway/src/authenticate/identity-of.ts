import type { Identity } from '@landscape/contracts/identity'
import { unauthenticated } from './token-error.ts'
import type { Claims } from './claims.ts'

/**
 * The caller in verified claims.
 *
 * @param profile claims with the e-mail address
 * @param membership claims with the groups
 * @throws DomainError `unauthenticated` when there is no usable address, or two subjects
 */
export function identityOf(profile: Claims, membership: Claims): Identity {
  if (profile.sub !== membership.sub) throw unauthenticated('Not authorized', 'two callers')
  return {
    subject: profile.sub,
    email: emailOf(profile['email'], profile['email_verified']),
    // The load balancer's access tokens may have a comma-separated string.
    groups: groupsOf(membership['cognito:groups'], ','),
  }
}

/** Printable ASCII: lower case turns some other characters into ASCII letters and would merge callers. */
const ADDRESS = /^[!-+\--?A-~]+@[!-+\--?A-~]+$/
const MAX_LENGTH = 254

/**
 * The address in lower case.
 *
 * @param verified claims that each state whether the address is verified
 * @throws DomainError `unauthenticated` when it is malformed or not verified
 */
export function emailOf(email: unknown, ...verified: unknown[]): string {
  const isAddress = typeof email === 'string' && email.length <= MAX_LENGTH && ADDRESS.test(email)
  if (!isAddress) throw unauthenticated('Not authorized', 'no e-mail')
  // The address decides ownership: an unverified one may belong to another person.
  if (!verified.every(isVerified)) throw unauthenticated('Not authorized', 'unverified e-mail')
  return email.toLowerCase()
}

/** Providers that verify every address omit the claim; the load balancer sends a string. */
function isVerified(claim: unknown): boolean {
  if (typeof claim === 'string') return claim.toLowerCase() === 'true'
  return claim === true || claim === undefined
}

/**
 * The complete names of groups in a claim: the strings of an array, or a string, which is one name unless a
 * separator splits it.
 */
export function groupsOf(claim: unknown, separator?: string): string[] {
  const names: unknown[] = Array.isArray(claim) ? claim : namesIn(claim, separator)
  return names.filter((name): name is string => typeof name === 'string' && name !== '')
}

/** `trim` would remove other characters than spaces, and could turn one name into another. */
function namesIn(claim: unknown, separator: string | undefined): unknown[] {
  if (typeof claim !== 'string' || separator === undefined) return [claim]
  return claim.split(separator).map((name) => name.replace(/^ +| +$/g, ''))
}
