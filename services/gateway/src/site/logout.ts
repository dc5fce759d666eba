import { SCM_COOKIES } from '@landscape/contracts'

/** Settings from which the identity provider's logout address is built; each may be unset. */
export interface LogoutSettings {
  /** Domain prefix of the user pool, or its own domain name. */
  poolDomain: string | undefined
  region: string | undefined
  clientId: string | undefined
  signOutUrl: string | undefined
  /** Addresses of the web client; the first is where people land when they ask for another. */
  frontendUrls: readonly string[]
}

/**
 * What ends a session: the address to go on to, when there is one, and `Set-Cookie` values.
 *
 * @param wishes where to go afterwards, the first that is allowed
 * @param secureScm whether the scm cookie was set with `Secure` (it is not over plain http)
 */
export function wayOut(
  settings: LogoutSettings,
  wishes: readonly (string | undefined)[],
  secureScm: boolean,
): { members: { logoutUrl?: string }; cookies: string[] } {
  const url = logoutUrl(settings, redirectTarget(wishes, settings.frontendUrls))
  return {
    members: url === undefined ? {} : { logoutUrl: url },
    cookies: expiredCookies(secureScm),
  }
}

/**
 * The address that ends the session at the identity provider, or the web client's when no provider
 * is configured. Unset settings leave their parameter out.
 *
 * @param target where to go afterwards, as `redirectTarget` allows it
 */
function logoutUrl(settings: LogoutSettings, target: string | undefined): string | undefined {
  const host = providerHost(settings)
  if (host === undefined) return target
  const parameters = {
    client_id: settings.clientId,
    redirect_uri: target,
    logout_uri: settings.signOutUrl ?? target,
    response_type: 'code',
  }
  const given = Object.entries(parameters)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `https://${host}/logout?${[...given, 'scope=openid+email'].join('&')}`
}

function providerHost({ poolDomain, region }: LogoutSettings): string | undefined {
  if (poolDomain === undefined) return undefined
  if (poolDomain.includes('.')) return poolDomain
  return region === undefined ? undefined : `${poolDomain}.auth.${region}.amazoncognito.com`
}

/**
 * The first wish whose origin is one of the web client's, else the web client itself: a logout
 * link must not lead to a foreign page. The URL is normalised, without a slash that the wish lacks: the
 * provider compares addresses as strings.
 */
function redirectTarget(
  wishes: readonly (string | undefined)[],
  frontendUrls: readonly string[],
): string | undefined {
  const allowed = new Set(frontendUrls.map((url) => new URL(url).origin))
  for (const wish of wishes) {
    if (wish === undefined || !URL.canParse(wish)) continue
    const url = new URL(wish)
    if (!allowed.has(url.origin) || url.username !== '' || url.password !== '') continue
    return wish === url.origin ? wish : url.href
  }
  return frontendUrls[0]
}

const LOAD_BALANCER_COOKIES = [
  // A large session has four cookies.
  ...[0, 1, 2, 3].map((piece) => `AWSELBAuthSessionCookie-${piece}`),
  'AuthenticatedSession-0',
  'AuthenticatedSession-1',
  'AWSALB',
  'AWSALBCORS',
]

/** `Set-Cookie` values that end every session a browser may have here. */
function expiredCookies(secureScm: boolean): string[] {
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
