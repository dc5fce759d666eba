import { SCM_COOKIES } from '@landscape/contracts/identity'
import type { Provider } from '../authenticate/discovery.ts'
import { pathSegment } from '@landscape/contracts/url-with'

/** Settings from which the identity provider's logout address is built; each may be unset. */
export interface LogoutSettings {
  /** Domain prefix of the user pool, or its own domain name. */
  poolDomain: string | undefined
  region: string | undefined
  /** The OpenID Connect provider, once its discovery document was read. */
  provider?: (() => Provider | undefined) | undefined
  clientId: string | undefined
  signOutUrl: string | undefined
  /** Addresses of the web client; the first is the redirect target when no other is allowed. */
  frontendUrls: readonly string[]
}

/**
 * Ends a session: the logout address, if any, and `Set-Cookie` values.
 *
 * @param targets addresses to redirect to afterwards; the first allowed one is used
 * @param secureScm whether the scm cookie was set with `Secure` (it is not over plain http)
 */
export function endSession(
  settings: LogoutSettings,
  targets: readonly (string | undefined)[],
  secureScm: boolean,
): { members: { logoutUrl?: string }; cookies: string[] } {
  const url = logoutUrl(settings, redirectTarget(targets, settings.frontendUrls))
  return {
    members: url === undefined ? {} : { logoutUrl: url },
    cookies: expiredCookies(secureScm),
  }
}

/**
 * The address that ends the session at the identity provider; the one to redirect to afterwards when the
 * provider has none, or none is configured. Unset settings leave their parameter out.
 *
 * @param target address to redirect to afterwards, unless SIGN_OUT_URL names one
 */
function logoutUrl(settings: LogoutSettings, target: string | undefined): string | undefined {
  const { provider, clientId, signOutUrl = target } = settings
  if (provider) return providerLogout(provider()?.endSessionEndpoint, clientId, signOutUrl)
  const host = poolHost(settings)
  if (host === undefined) return target
  const parameters = {
    client_id: clientId,
    redirect_uri: target,
    logout_uri: signOutUrl,
    response_type: 'code',
  }
  return `https://${host}/logout?${[...pairsOf(parameters), 'scope=openid+email'].join('&')}`
}

/** OpenID Connect RP-Initiated Logout 1.0 §2; without `id_token_hint`, because addresses are logged. */
function providerLogout(
  address: string | undefined,
  clientId: string | undefined,
  next: string | undefined,
): string | undefined {
  if (address === undefined) return next
  const pairs = pairsOf({ client_id: clientId, post_logout_redirect_uri: next })
  return `${address}${address.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

function pairsOf(parameters: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(parameters)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${name}=${pathSegment(value)}`)
}

function poolHost({ poolDomain, region }: LogoutSettings): string | undefined {
  if (poolDomain === undefined) return undefined
  if (poolDomain.includes('.')) return poolDomain
  return region === undefined ? undefined : `${poolDomain}.auth.${region}.amazoncognito.com`
}

/**
 * The first target whose origin is one of the web client's, else the web client itself: a logout must not
 * redirect to a foreign page. The URL is normalised without appending a slash, because the provider compares
 * addresses as strings.
 */
function redirectTarget(
  targets: readonly (string | undefined)[],
  frontendUrls: readonly string[],
): string | undefined {
  const allowed = new Set(frontendUrls.map((url) => new URL(url).origin))
  for (const target of targets) {
    if (target === undefined || !URL.canParse(target)) continue
    const url = new URL(target)
    if (!allowed.has(url.origin) || url.username !== '' || url.password !== '') continue
    return target === url.origin ? target : url.href
  }
  return frontendUrls[0]
}

const LOAD_BALANCER_COOKIES = [
  // A large session is split into four cookies.
  ...[0, 1, 2, 3].map((index) => `AWSELBAuthSessionCookie-${index}`),
  'AuthenticatedSession-0',
  'AuthenticatedSession-1',
  'AWSALB',
  'AWSALBCORS',
]

/** `Set-Cookie` values that expire every session cookie. */
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
