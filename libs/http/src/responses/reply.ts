import type { ServerResponse } from 'node:http'
import { sendEmpty, startResponse } from './response-head.ts'

type Headers = Readonly<Record<string, string | string[]>>

/** What a caller may do with a value that somebody else holds too: look at it. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T

/**
 * An answer with a status or headers of its own; a handler that needs neither returns a value.
 * `T` is what the JSON text of the body holds; the body may be that text already, as bytes.
 */
export class Reply<T = unknown> {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
  declare private readonly holds: T

  constructor(status: number, body?: unknown, headers: Headers = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }

  /** The same answer with more headers. */
  with(headers: Headers): Reply<T> {
    return new Reply(this.status, this.body, { ...this.headers, ...headers })
  }
}

/** The success of a route, with its own status and headers. */
export function reply<const T>(status: number, body: T, headers?: Headers): Reply<T> {
  return new Reply(status, body, headers)
}

/** The same for JSON text that was prepared as bytes; then `Content-Type` is a header. */
export function replyBytes<T>(status: number, bytes: Buffer, headers: Headers): Reply<T> {
  return new Reply(status, bytes, headers)
}

/** An answer that is not the success of the route: no body (304), or one of its `others`. */
export function otherReply(status: number, body?: unknown, headers?: Headers): Reply<never> {
  return new Reply(status, body, headers)
}

/** What a handler returned as an answer; a value that is no `Reply` is a success with it as JSON. */
export function asReply(value: unknown, status = 200): Reply {
  return value instanceof Reply ? value : new Reply(status, value)
}

/** Writes an answer. */
export function send(res: ServerResponse, { status, headers, body }: Reply): void {
  if (body === undefined) {
    sendEmpty(res, status, headers)
    return
  }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? 'null')
  const length = { 'content-length': bytes.length }
  startResponse(res, status, { ...JSON_TYPE, ...headers, ...length }).end(bytes)
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
