import type { Identity } from '@landscape/identity'
import { unauthenticated } from '../tokens/token-error.ts'
import type { Claims } from '../tokens/verifiers.ts'

/**
 * The caller in verified claims.
 *
 * @param profile claims with the e-mail address
 * @param membership claims with the groups
 * @throws DomainError `unauthenticated` when there is no usable address, or two subjects
 */
export function identityOf(profile: Claims, membership: Claims): Identity {
  if (profile.sub !== membership.sub) throw unauthenticated('Not authorized')
  return {
    subject: profile.sub,
    email: emailOf(profile),
    groups: groupsOf(membership['cognito:groups']),
  }
}

function emailOf({ email, email_verified: verified }: Claims): string {
  const isAddress = typeof email === 'string' && /^[^\s@,]+@[^\s@,]+$/.test(email)
  // Whoever may enter any address would own everybody's projects: ownership goes by address.
  if (!isAddress || verified === false || verified === 'false') {
    throw unauthenticated('Not authorized')
  }
  return email.toLowerCase()
}

/** An array, or one comma-separated text (the load balancer's way). */
function groupsOf(claim: unknown): string[] {
  const names = typeof claim === 'string' ? claim.split(',') : Array.isArray(claim) ? claim : []
  return names
    .filter((name): name is string => typeof name === 'string')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
