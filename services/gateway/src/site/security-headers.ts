import type { ServerResponse } from 'node:http'
import { addHeaders } from '@landscape/http/responses/response-head'

/** Headers of every response unless its route overrides them: value and description. */
export const SECURITY_HEADERS: Readonly<
  Record<string, readonly [value: string, description: string]>
> = {
  // Errors that precede the cross-site check lack the web client's own headers.
  vary: ['Origin', 'request headers that the response depends on'],
  'x-content-type-options': ['nosniff', 'disables media type sniffing'],
  'x-frame-options': ['DENY', 'forbids framing'],
  'referrer-policy': ['no-referrer', 'policy for the `Referer` header'],
  'content-security-policy': [
    // Responses are data: they may not run scripts, be framed or load anything.
    "default-src 'none'; frame-ancestors 'none'",
    'policy for scripts, loading and framing',
  ],
  'cross-origin-resource-policy': ['same-site', 'sites whose pages may load the response'],
}
const ALWAYS = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([name, [value]]) => [name, value]),
)
const TWO_YEARS_S = 63_072_000
const OVER_HTTPS = {
  ...ALWAYS,
  'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains`,
}

/**
 * Announces the security headers of a response.
 *
 * @param https whether browsers reach the gateway by https only
 */
export function announceSecurity(res: ServerResponse, https: boolean): void {
  addHeaders(res, https ? OVER_HTTPS : ALWAYS)
}
