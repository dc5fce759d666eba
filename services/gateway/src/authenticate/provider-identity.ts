import type { Group, Identity } from '@landscape/contracts/identity'
import { emailOf, groupsOf } from './identity-of.ts'
import type { Claims } from './claims.ts'

/** Where the tokens of a provider have the e-mail address and the groups of a caller. */
export interface ClaimSettings {
  /** Claim with the e-mail address. */
  email: string
  /** Claim with the groups; dots separate the names of nested claims. */
  groups: string
  /** Splits a string of groups; undefined when a string is one group. */
  separator?: string | undefined
  /** The provider's names of the groups. */
  names: Readonly<Record<Group, string>>
}

/**
 * Reads the caller from verified claims of a provider. A group of the provider is a group of the
 * landscape only by its name in the settings: other groups cannot become `admin` by their own name.
 *
 * @throws DomainError `unauthenticated` when the address is missing or invalid
 */
export function createClaimReader({ email, groups, separator, names }: ClaimSettings) {
  const translated = (name: string): string[] => {
    const matchingGroups = Object.entries(names).filter(([, providerName]) =>
      isSameName(providerName, name),
    )
    if (matchingGroups.length > 0) return matchingGroups.map(([group]) => group)
    return Object.hasOwn(names, name.toLowerCase()) ? [] : [name]
  }
  /** The claim next to the address: `user.email_verified` for `user.email`. */
  const sibling = email.replace(/[^./]*$/, 'email_verified')
  return (claims: Claims): Identity => ({
    subject: claims.sub,
    email: emailOf(valueAt(claims, email), claims['email_verified'], valueAt(claims, sibling)),
    groups: [...new Set(groupsOf(valueAt(claims, groups), separator).flatMap(translated))],
  })
}

/** Whether names differ in case only. Lower case alone would turn the Kelvin sign into a k. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() && one.toUpperCase() === other.toUpperCase()
}

/** The claim of that complete name, which may contain dots, else the nested claim. */
function valueAt(claims: object, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name as never]
  const [first = '', ...rest] = name.split('.')
  if (rest.length === 0 || !Object.hasOwn(claims, first)) return undefined
  const value: unknown = claims[first as never]
  return typeof value === 'object' && value !== null ? valueAt(value, rest.join('.')) : undefined
}
