import type { Response } from 'express'

/** An answer with a status or headers of its own; a handler that needs neither returns a value. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[]>>

  constructor(status: number, body?: unknown, headers: Record<string, string | string[]> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/**
 * An answer with its own status and headers.
 *
 * @param body a value sent as JSON, or bytes sent as they are (then `Content-Type` is a header)
 */
export function reply(
  status: number,
  body?: unknown,
  headers?: Record<string, string | string[]>,
): Reply {
  return new Reply(status, body, headers)
}

/** Writes an answer; a value that is no `Reply` is a 200 with that value as JSON. */
export function send(res: Response, value: unknown, status = 200): void {
  const answer = value instanceof Reply ? value : new Reply(status, value)
  res.statusCode = answer.status
  for (const name of Object.keys(answer.headers)) {
    const header = answer.headers[name]
    if (header !== undefined) res.setHeader(name, header)
  }
  if (answer.body === undefined) {
    res.end()
    return
  }
  const bytes = Buffer.isBuffer(answer.body)
    ? answer.body
    : Buffer.from(JSON.stringify(answer.body) ?? 'null')
  if (!res.hasHeader('content-type')) {
    res.setHeader('content-type', 'application/json; charset=utf-8')
  }
  res.setHeader('content-length', bytes.length)
  res.end(bytes)
}
