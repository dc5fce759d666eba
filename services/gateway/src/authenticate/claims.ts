import type { Group, Identity } from '@landscape/contracts/identity'
import { isRecord } from '@landscape/contracts/json'
import { unauthenticated } from './token-error.ts'

/** Claims of a token whose signature, issuer, client and validity are proven. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string; exp: number }

/**
 * Verifies one kind of token; results may be cached until the keys are fetched again.
 * Rejects with an error of aws-jwt-verify.
 */
export type VerifyToken = (token: string) => Promise<Claims>

/** Where the tokens of a provider have the e-mail address and the groups of a caller. */
export interface ClaimSettings {
  /** Claim with the e-mail address. */
  email: string
  /** Claim with the groups; dots separate the names of nested claims. */
  groups: string
  /** Splits a string of groups; undefined when a string is one group. */
  separator?: string | undefined
  /** The provider's names of the groups; absent when they are the names of the landscape. */
  names?: Readonly<Record<Group, string>>
}

/**
 * Reads the caller from verified claims: those with the e-mail address, and those with the groups, which may
 * be another token's. A group of a provider with names is a group of the landscape only by its name in the
 * settings: other groups cannot become `admin` by their own name.
 *
 * @throws DomainError `unauthenticated` when the address is missing or invalid, or there are two subjects
 */
export function createClaimReader({ email, groups, separator, names }: ClaimSettings) {
  /** The claim next to the address: `user.email_verified` for `user.email`. */
  const parent = email.slice(0, Math.max(email.lastIndexOf('.'), email.lastIndexOf('/')) + 1)
  const sibling = `${parent}email_verified`
  return (profile: Claims, membership: Claims = profile): Identity => {
    if (profile.sub !== membership.sub) throw unauthenticated('Not authorized', 'two callers')
    const named = groupsOf(valueAt(membership, groups), separator)
    return {
      subject: profile.sub,
      email: emailOf(valueAt(profile, email), [
        profile['email_verified'],
        valueAt(profile, sibling),
      ]),
      groups: names ? [...new Set(named.flatMap((name) => translated(name, names)))] : named,
      ...(named.length === 0 && isOmitted(membership, groups) && { areGroupsOmitted: true }),
    }
  }
}

/**
 * Whether the token states that the groups did not fit into it: it names another source of the claim (OpenID
 * Connect Core 1.0 §5.6.2), or has the short form of Entra.
 */
function isOmitted(claims: Claims, name: string): boolean {
  const elsewhere = claims['_claim_names']
  const names = [name, name.split('.', 1)[0] ?? '', 'groups']
  return (
    String(claims['hasgroups']).toLowerCase() === 'true' ||
    (isRecord(elsewhere) && names.some((one) => Object.hasOwn(elsewhere, one)))
  )
}

function translated(name: string, names: Readonly<Record<Group, string>>): string[] {
  const matchingGroups = Object.entries(names).filter(([, providerName]) =>
    isSameName(providerName, name),
  )
  if (matchingGroups.length > 0) return matchingGroups.map(([group]) => group)
  return Object.hasOwn(names, name.toLowerCase()) ? [] : [name]
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

/** Printable ASCII: lower case turns some other characters into ASCII letters and would merge callers. */
const ADDRESS = /^[!-+\--?A-~]+@[!-+\--?A-~]+$/
const MAX_LENGTH = 254

/**
 * The address in lower case.
 *
 * @param verified claims that each state whether the address is verified
 */
function emailOf(email: unknown, verified: readonly unknown[]): string {
  if (typeof email !== 'string' || email === '')
    throw unauthenticated('Not authorized', 'no e-mail')
  const fault = addressFault(email)
  if (fault !== undefined) throw unauthenticated('Not authorized', fault)
  // The address decides ownership: an unverified one may belong to another person.
  if (!verified.every(isVerified)) throw unauthenticated('Not authorized', 'unverified e-mail')
  return email.toLowerCase()
}

function addressFault(email: string) {
  if (email.length > MAX_LENGTH) return 'e-mail too long'
  if (!/^\p{ASCII}*$/u.test(email)) return 'e-mail not ASCII'
  return ADDRESS.test(email) ? undefined : 'e-mail malformed'
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
function groupsOf(claim: unknown, separator?: string): string[] {
  const names: unknown[] = Array.isArray(claim) ? claim : namesIn(claim, separator)
  return names.filter((name): name is string => typeof name === 'string' && name !== '')
}

function namesIn(claim: unknown, separator: string | undefined): unknown[] {
  if (typeof claim !== 'string' || separator === undefined) return [claim]
  return claim.split(separator).map(withoutSpaces)
}

/** `trim` would remove other characters than spaces, and could turn one name into another. */
function withoutSpaces(name: string): string {
  let [start, end] = [0, name.length]
  while (name[start] === ' ') start++
  while (end > start && name[end - 1] === ' ') end--
  return name.slice(start, end)
}
