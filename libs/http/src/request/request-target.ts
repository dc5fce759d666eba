/** The path of a request's target (RFC 9112 §3.2.1): what stands before its query. */
export function pathOf(target = ''): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** The query of a request's target as it was sent; empty when there is none. */
export function queryOf(target = ''): string {
  const start = target.indexOf('?')
  return start < 0 ? '' : target.slice(start + 1)
}
