import { describe, expect, it } from '@jest/globals'
import { endSession, type LogoutSettings } from './logout.ts'

const SITE = 'https://landscape.example'

/** The logout address with a provider whose document names this endpoint. */
function logoutUrl(endpoint: string | undefined, settings: Partial<LogoutSettings> = {}) {
  const provider = () => ({
    keys: 'https://id.example/keys',
    algorithms: ['RS256'],
    authorizationEndpoint: undefined,
    tokenEndpoint: undefined,
    endSessionEndpoint: endpoint,
  })
  const all: LogoutSettings = {
    provider,
    poolDomain: undefined,
    region: undefined,
    clientId: 'landscape',
    signOutUrl: undefined,
    frontendUrls: [SITE],
    ...settings,
  }
  return endSession(all, [], true).members.logoutUrl
}
const next = (url: string) => `post_logout_redirect_uri=${encodeURIComponent(url)}`

describe('endSession with an OpenID Connect provider', () => {
  it.each([
    ['https://id.example/end', `https://id.example/end?client_id=landscape&${next(SITE)}`],
    ['https://id.example/end?p=1', `https://id.example/end?p=1&client_id=landscape&${next(SITE)}`],
    [undefined, SITE],
  ])('returns the address of the endpoint %s', (endpoint, expected) => {
    expect(logoutUrl(endpoint)).toBe(expected)
  })

  it('redirects to SIGN_OUT_URL, which ends the session of a proxy', () => {
    const signOutUrl = `${SITE}/oauth2/sign_out`
    expect(logoutUrl('https://id.example/end', { signOutUrl })).toContain(next(signOutUrl))
    expect(logoutUrl(undefined, { signOutUrl })).toBe(signOutUrl)
  })

  it('returns the web client until the discovery document is read', () => {
    expect(logoutUrl(undefined, { provider: () => undefined })).toBe(SITE)
  })
})
