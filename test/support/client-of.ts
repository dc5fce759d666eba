import { createLandscapeClient, type LandscapeClient } from '@landscape/client'
import { fetch } from './fetch.ts'
import type { Production } from './production.ts'

/** Returns a client of a signed-in caller that validates each response against the API description. */
export function clientOf(
  { url, issuer }: Pick<Production, 'url' | 'issuer'>,
  { email, groups = [] }: { email: string; groups?: string[] },
): LandscapeClient {
  return createLandscapeClient({
    baseUrl: url,
    fetch,
    token: () => issuer.idToken({ email, groups }),
  })
}
