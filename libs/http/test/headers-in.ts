/** The headers of a head that is written as names and values in turns. */
export function headersIn(head: readonly unknown[]): Record<string, unknown> {
  const headers: Record<string, unknown> = {}
  for (let i = 0; i < head.length; i += 2) headers[String(head[i])] = head[i + 1]
  return headers
}
