import { SCM_COOKIES } from '@landscape/identity'

const LOAD_BALANCER_COOKIES = [
  'AWSELBAuthSessionCookie-0',
  'AWSELBAuthSessionCookie-1',
  'AuthenticatedSession-0',
  'AuthenticatedSession-1',
  'AWSALB',
  'AWSALBCORS',
]

/**
 * `Set-Cookie` values that end every session a browser may have here.
 *
 * @param secureScm whether the scm cookie was set with `Secure` (it is not over plain http)
 */
export function expiredCookies(secureScm: boolean): string[] {
  return [
    ...LOAD_BALANCER_COOKIES.map((name) => expired(name, true)),
    expired(SCM_COOKIES.token, secureScm),
    expired(SCM_COOKIES.tokenAlias, secureScm),
  ]
}

function expired(name: string, secure: boolean): string {
  const expiry = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
  return `${name}=; Path=/; ${expiry}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
}
