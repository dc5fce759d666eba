import type { ServerResponse } from 'node:http'
import { announce } from '@landscape/http'

/** What every answer tells browsers and caches, unless its route says something else: value and description. */
export const SECURITY_HEADERS: Readonly<Record<string, readonly [value: string, said: string]>> = {
  // The web client's page gets headers of its own, for which a refusal may come too early.
  vary: ['Origin', 'the headers of a request that the answer depends on'],
  'x-content-type-options': ['nosniff', 'not to guess another media type'],
  'x-frame-options': ['DENY', 'not to show the answer within a page'],
  'referrer-policy': ['no-referrer', 'what to say of where a request comes from'],
  'content-security-policy': [
    // Answers are data: nothing in them may run, be framed or load anything.
    "default-src 'none'; frame-ancestors 'none'",
    'what may run, be framed or be loaded',
  ],
  'cross-origin-resource-policy': ['same-site', 'whose pages may show the answer'],
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
 * Tells browsers to do nothing with an answer but read it, and caches that it may depend on whose page asks.
 *
 * @param https whether browsers reach the gateway by https only
 */
export function announceSecurity(res: ServerResponse, https: boolean): void {
  announce(res, https ? OVER_HTTPS : ALWAYS)
}
