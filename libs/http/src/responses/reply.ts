import type { ServerResponse } from 'node:http'
import { sendEmpty, startResponse } from './response-head.ts'

type Headers = Readonly<Record<string, string | string[]>>

/** `T` with all its members read-only, at any depth: for values that are shared. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T

/**
 * A response with a status or headers; a handler that needs neither returns the value alone.
 * `T` is the type of the JSON body; the body may be serialised already, as bytes.
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

  /** Returns a copy with more headers. */
  with(headers: Headers): Reply<T> {
    return new Reply(this.status, this.body, { ...this.headers, ...headers })
  }
}

/** The success of a route, with a status and headers. */
export function reply<const T>(status: number, body: T, headers?: Headers): Reply<T> {
  return new Reply(status, body, headers)
}

/** The success of a route, serialised; `headers` contains its `content-type`. */
export function replyBytes<T>(status: number, bytes: Buffer, headers: Headers): Reply<T> {
  return new Reply(status, bytes, headers)
}

/** A response that is not the success of the route: a 304, or one of its `others`. */
export function otherReply(status: number, body?: unknown, headers?: Headers): Reply<never> {
  return new Reply(status, body, headers)
}

/** The result of a handler as a `Reply`; any other value is the JSON body of a success. */
export function asReply(value: unknown, status = 200): Reply {
  return value instanceof Reply ? value : new Reply(status, value)
}

/** Sends a response. */
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
