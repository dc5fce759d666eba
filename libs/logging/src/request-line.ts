/** What a line says of a request whose answer is over. */
export interface RequestLine {
  /** Of letters, digits and `_.:-` alone, like the others here; what looks like a secret is no id. */
  requestId: string
  traceId: string
  /** Under which id the service was asked, when that is another. */
  askedAs?: string | undefined
  method: string
  /** Template of its path. */
  route?: string | undefined
  status: number
  /** Milliseconds. */
  ms: number
  /** Whether the answer was the last good copy. */
  stale?: true | undefined
  /** Whether the client did not get the whole answer. */
  aborted?: true | undefined
}

/**
 * The members of such a line, as JSON text without braces. Every request has one, and what the logger
 * does for a line that may hold anything takes longer than all else that a read from memory takes.
 */
export function requestMembers(line: RequestLine): string {
  const { requestId, traceId, askedAs, method, route, status, ms, stale, aborted } = line
  return (
    `"requestId":"${requestId}","traceId":"${traceId}"` +
    (askedAs === undefined ? '' : `,"askedAs":"${askedAs}"`) +
    `,"method":"${method}"` +
    (route === undefined ? '' : `,"route":${JSON.stringify(route)}`) +
    `,"status":${status},"ms":${ms}` +
    (stale ? ',"stale":true' : '') +
    (aborted ? ',"aborted":true' : '')
  )
}
