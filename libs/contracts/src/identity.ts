import type { KeyScope } from './api-keys.ts'

/** The caller of a request, as the gateway established it. */
export interface Identity {
  /** Stable id of the caller at the identity provider. */
  subject: string
  /** Lower-cased e-mail address, or `keyAuthor` of an API key; the handle of ownership and attribution. */
  email: string
  /** Groups as the identity provider spells them; compare them with `mayAct` only. */
  groups: readonly string[]
  /** Whether the token states that the groups did not fit into it, so that they are unknown. */
  areGroupsOmitted?: true
  /** Scope of the API key of the caller; absent for people. */
  keyScope?: KeyScope
}

/** A group that a route may require. */
export type Group = 'admin' | 'reviewer'

/**
 * Whether the caller belongs to one of the groups. Complete names are compared, case-insensitively; `admin`
 * has the access of every group (specification 5.3: full access to all endpoints).
 */
export function mayAct(identity: Identity, anyGroup: readonly Group[]): boolean {
  const groups = new Set(identity.groups.map((group) => group.toLowerCase()))
  return groups.has('admin') || anyGroup.some((group) => groups.has(group))
}

/** Whether the caller is known and may review, and so sees the recent changes. */
export function isReviewer(identity: Identity | undefined): boolean {
  return identity !== undefined && mayAct(identity, ['reviewer'])
}

/**
 * Cookies of the source-control host: the token, under the name that existing clients use and under an alias,
 * and a pending sign-in. The assistant sets and reads them; the gateway forwards no other cookies.
 */
export const SCM_COOKIES = {
  token: 'githubUserToken',
  tokenAlias: 'scmUserToken',
  signIn: 'scmSignIn',
} as const
