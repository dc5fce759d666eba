/** Headers of an answer that comes from a copy, because the store is away (RFC 9111 §5.1, 5.5). */
export function staleHeaders(staleSeconds: number | undefined): Record<string, string> {
  if (staleSeconds === undefined) return {}
  return { age: String(staleSeconds), warning: '110 - "Response is Stale"' }
}
