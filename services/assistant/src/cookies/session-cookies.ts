import { readCookie } from './read-cookie.ts'

/** The cookie that existing clients know, and a spelling without the product's name. */
const TOKEN_COOKIE = 'githubUserToken'
const TOKEN_ALIAS = 'scmUserToken'
const SIGN_IN_COOKIE = 'scmSignIn'
const TOKEN_MAX_AGE_S = 3 * 60 * 60

/** The source-control token that a browser carries, if any. */
export function readUserToken(header: string | undefined): string | undefined {
  return readCookie(header, TOKEN_COOKIE) ?? readCookie(header, TOKEN_ALIAS)
}

/** The sealed sign-in that a browser has under way, if any. */
export function readSignIn(header: string | undefined): string | undefined {
  return readCookie(header, SIGN_IN_COOKIE)
}

/** Writes the service's cookies; scripts never see them. */
export interface SessionCookies {
  userToken(token: string): string
  signIn(sealed: string, maxAgeSeconds: number): string
  /** Ends the sign-in that was under way. */
  noSignIn(): string
  /** Ends the session, under every name it may have. */
  noUserToken(): string[]
}

/** @param secure whether browsers must send them over https only */
export function createSessionCookies(secure: boolean): SessionCookies {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const set = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; ${attributes}`
  const expire = (name: string) =>
    `${name}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`
  return {
    userToken: (token) => set(TOKEN_COOKIE, token, TOKEN_MAX_AGE_S),
    signIn: (sealed, maxAge) => set(SIGN_IN_COOKIE, sealed, maxAge),
    noSignIn: () => expire(SIGN_IN_COOKIE),
    noUserToken: () => [expire(TOKEN_COOKIE), expire(TOKEN_ALIAS)],
  }
}
