import type { TextParameter } from '@landscape/http/route/route'
import { SCM_COOKIES } from '@landscape/contracts/identity'
import { SESSION_SECONDS, SIGN_IN_SECONDS } from './seals.ts'

/** The exact body that clients compare without a token of the source-control host. */
export const NO_TOKEN = { response: 'No user token found' }

const { token: TOKEN_COOKIE, tokenAlias: TOKEN_ALIAS, signIn: SIGN_IN_COOKIE } = SCM_COOKIES

/** A shortened example of sealed content (JWE, RFC 7516 §3.1). */
const SEALED = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..c2VhbGVkIHRleHQ.c2VhbGVk.dGFn'

/** API description of the cookies that `readUserToken` reads. */
export const READS_USER_TOKEN = {
  [TOKEN_COOKIE]: {
    description: 'sealed session of the source-control host, or its plain token',
    example: SEALED,
  },
  [TOKEN_ALIAS]: { description: 'alias that older clients use', example: SEALED },
}

/** API description of the cookie that `readSignIn` reads. */
export const READS_SIGN_IN: Record<string, TextParameter> = {
  [SIGN_IN_COOKIE]: {
    description: 'sealed pending sign-in, set by `beginSignIn`',
    example: SEALED,
    required: true,
  },
}

/** The source-control token in the cookies: sealed by this service, or plain as other clients set it. */
export function readUserToken(header: string | undefined): string | undefined {
  return readCookie(header, TOKEN_COOKIE) ?? readCookie(header, TOKEN_ALIAS)
}

/** The sealed pending sign-in in the cookies. */
export function readSignIn(header: string | undefined): string | undefined {
  return readCookie(header, SIGN_IN_COOKIE)
}

/** The first value of a cookie in a `Cookie` header (RFC 6265 §4.2); undefined when absent or empty. */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    return value === '' ? undefined : value
  }
  return undefined
}

/** `Set-Cookie` values of the service; all are HttpOnly. */
export interface SessionCookies {
  userToken(sealed: string): string
  signIn(sealed: string): string
  /** Removes the pending sign-in. */
  noSignIn(): string
  /** Removes the session under both names. */
  noUserToken(): string[]
}

/**
 * Creates the service's cookies with `Path=/`.
 *
 * @param secure whether browsers send them over https only
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
