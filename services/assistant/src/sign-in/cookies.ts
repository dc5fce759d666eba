import type { SentText } from '@landscape/http'
import { SCM_COOKIES } from '@landscape/identity'
import { SESSION_SECONDS, SIGN_IN_SECONDS } from './seals.ts'

const { token: TOKEN_COOKIE, tokenAlias: TOKEN_ALIAS, signIn: SIGN_IN_COOKIE } = SCM_COOKIES

/** A sealed content as it looks (JWE, RFC 7516 §3.1), much shorter than any. */
const SEALED = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..c2VhbGVkIHRleHQ.c2VhbGVk.dGFn'

/** For routes: the cookies that `readUserToken` looks at. */
export const READS_USER_TOKEN = {
  [TOKEN_COOKIE]: {
    description: 'session of the source-control host, sealed, or its plain token',
    example: SEALED,
  },
  [TOKEN_ALIAS]: { description: 'the same under the name of older clients', example: SEALED },
}

/** For routes: the cookie that `readSignIn` looks at. */
export const READS_SIGN_IN: Record<string, SentText> = {
  [SIGN_IN_COOKIE]: {
    description: 'sign-in under way, sealed, as `beginSignIn` sets it',
    example: SEALED,
    required: true,
  },
}

/**
 * The source-control token that a browser carries, if any: sealed by us, or plain as clients set it
 * that did not sign in here.
 */
export function readUserToken(header: string | undefined): string | undefined {
  return readCookie(header, TOKEN_COOKIE) ?? readCookie(header, TOKEN_ALIAS)
}

/** The sealed sign-in that a browser has under way, if any. */
export function readSignIn(header: string | undefined): string | undefined {
  return readCookie(header, SIGN_IN_COOKIE)
}

/**
 * The value of a cookie in a `Cookie` header (RFC 6265 §4.2), as it was sent; the first of several
 * counts. Undefined when absent or empty.
 */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    return value === '' ? undefined : value
  }
  return undefined
}

/** Writes the service's cookies; scripts never see them. */
export interface SessionCookies {
  userToken(sealed: string): string
  signIn(sealed: string): string
  /** Ends the sign-in that was under way. */
  noSignIn(): string
  /** Ends the session, under every name it may have. */
  noUserToken(): string[]
}

/**
 * The service's cookies, for every path of this host.
 *
 * @param secure whether browsers must send them over https only
 */
export function createSessionCookies(secure: boolean): SessionCookies {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const set = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; ${attributes}`
  const expire = (name: string) =>
    `${name}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`
  return {
    userToken: (sealed) => set(TOKEN_COOKIE, sealed, SESSION_SECONDS),
    signIn: (sealed) => set(SIGN_IN_COOKIE, sealed, SIGN_IN_SECONDS),
    noSignIn: () => expire(SIGN_IN_COOKIE),
    noUserToken: () => [expire(TOKEN_COOKIE), expire(TOKEN_ALIAS)],
  }
}
