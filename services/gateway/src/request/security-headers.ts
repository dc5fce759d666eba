import type { ServerResponse } from 'node:http'

const HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  // Answers are data: nothing in them may run, be framed or load anything.
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-site'],
] as const
const TWO_YEARS_S = 63_072_000

/**
 * Tells browsers to do nothing with an answer but read it.
 *
 * @param https whether browsers reach the gateway by https only
 */
export function setSecurityHeaders(res: ServerResponse, https: boolean): void {
  for (const [name, value] of HEADERS) res.setHeader(name, value)
  if (https) {
    res.setHeader('strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`)
  }
}
