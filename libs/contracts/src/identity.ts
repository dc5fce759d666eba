/** The caller of a request, as the gateway established it. */
export interface Identity {
  /** Stable id of the caller at the identity provider. */
  subject: string
  /** Lower-cased e-mail address; the handle of ownership and attribution. */
  email: string
  /** Groups as the identity provider spells them; compare them with `mayAct` only. */
  groups: readonly string[]
}

/** A group that opens routes. */
export type Group = 'admin' | 'reviewer'

/**
 * Whether the caller belongs to one of the groups. Names compare case-insensitively and whole;
 * `admin` passes wherever another group does (specification 5.3: full access to all endpoints).
 */
export function mayAct(identity: Identity, anyGroup: readonly Group[]): boolean {
  const own = new Set(identity.groups.map((group) => group.toLowerCase()))
  return own.has('admin') || anyGroup.some((group) => own.has(group))
}

/**
 * Cookies by which a browser is known at the source-control host: a token, under the name that
 * existing clients know and under one of its own, and a sign-in under way. The assistant sets and
 * reads them, the gateway passes no others on.
 */
export const SCM_COOKIES = {
  token: 'githubUserToken',
  tokenAlias: 'scmUserToken',
  signIn: 'scmSignIn',
} as const
