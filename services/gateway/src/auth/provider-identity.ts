import type { Group, Identity } from '@landscape/contracts/identity'
import { emailOf } from './identity-of.ts'
import type { Claims } from './claims.ts'

/** Where the tokens of a provider have the e-mail address and the groups of a caller. */
export interface ClaimSettings {
  /** Claim with the e-mail address. */
  email: string
  /** Claim with the groups; dots separate the names of nested claims. */
  groups: string
  /** The provider's names of the groups. */
  names: Readonly<Record<Group, string>>
}

/**
 * Reads the caller from verified claims of a provider. A group of the provider is a group of the
 * landscape only by its name in the settings: other groups cannot become `admin` by their own name.
 *
 * @throws DomainError `unauthenticated` when the address is missing or invalid
 */
export function createClaimReader({ email, groups, names }: ClaimSettings) {
  const ours = Object.entries(names).map(([group, name]) => [group, name.toLowerCase()] as const)
  const translated = (name: string): string[] => {
    const lower = name.toLowerCase()
    const meant = ours.filter(([, theirs]) => theirs === lower).map(([group]) => group)
    if (meant.length > 0) return meant
    return Object.hasOwn(names, lower) ? [] : [name]
  }
  /** The claim next to the address: `user.email_verified` for `user.email`. */
  const sibling = email.replace(/[^./]*$/, 'email_verified')
  return (claims: Claims): Identity => ({
    subject: claims.sub,
    email: emailOf(valueAt(claims, email), claims['email_verified'], valueAt(claims, sibling)),
    groups: [...new Set(groupsOf(valueAt(claims, groups)).flatMap(translated))],
  })
}

/** The claim of that complete name, which may contain dots, else the nested claim. */
function valueAt(claims: object, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name as never]
  const [first = '', ...rest] = name.split('.')
  if (rest.length === 0 || !Object.hasOwn(claims, first)) return undefined
  const value: unknown = claims[first as never]
  return typeof value === 'object' && value !== null ? valueAt(value, rest.join('.')) : undefined
}

/** An array of names, or names separated by spaces. */
function groupsOf(claim: unknown): string[] {
  const names: unknown[] =
    typeof claim === 'string' ? claim.split(/\s+/) : Array.isArray(claim) ? claim : []
  return names
    .filter((name): name is string => typeof name === 'string')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
