import { redactText } from './redact.ts'

/** What a line says of a request whose answer is over. Only the ids may be somebody else's words. */
export interface RequestLine {
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
  const { requestId, askedAs } = line
  const clean = {
    ...line,
    requestId: redactText(requestId),
    askedAs: askedAs === undefined ? undefined : redactText(askedAs),
  }
  return JSON.stringify(clean).slice(1, -1)
}
