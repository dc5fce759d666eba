import { createLandscapeClient, type LandscapeClient } from '@landscape/client'
import { fetch } from './fetch.ts'
import type { Production } from './production.ts'

/** What sends requests of a caller who has signed in, and holds each answer against the description of the API. */
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
