/**
 * The value of a cookie in a `Cookie` header (RFC 6265 §4.2), as it was sent; the first of several
 * counts. Undefined when absent or empty.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    return value === '' ? undefined : value
  }
  return undefined
}
