/** The path of a request target (RFC 9112 §3.2.1), without its query. */
export function pathOf(target = ''): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** The query of a request target, not decoded; empty when there is none. */
export function queryOf(target = ''): string {
  const start = target.indexOf('?')
  return start < 0 ? '' : target.slice(start + 1)
}
