import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Headers that were announced for a response or, once it has started, were sent. */
const heads = new WeakMap<ServerResponse, OutgoingHttpHeaders>()

/**
 * Adds headers to a response, which may become an error. The headers of `startResponse` take precedence;
 * `Vary` contains the values of both.
 *
 * @param headers names in lower case
 */
export function addHeaders(res: ServerResponse, headers: OutgoingHttpHeaders): void {
  heads.set(res, { ...heads.get(res), ...defined(headers) })
}

/** The value of a header that is announced or, once the response has started, sent. */
export function headerOf(res: ServerResponse, name: string): OutgoingHttpHeaders[string] {
  return heads.get(res)?.[name]
}

/**
 * Starts a response, with the announced headers. Every response of a service starts here.
 *
 * @param own headers, names in lower case
 */
export function startResponse<R extends ServerResponse>(
  res: R,
  status: number,
  own: OutgoingHttpHeaders = {},
): R {
  const announced = heads.get(res) ?? {}
  const vary = [own['vary'], announced['vary']].filter((value) => value !== undefined).join(', ')
  const head = { ...announced, ...defined(own), ...(vary !== '' && { vary }) }
  res.writeHead(status, head)
  // After `writeHead`: headers that it rejects must not appear in the error response.
  heads.set(res, head)
  return res
}

function defined(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}

const WITHOUT_LENGTH: ReadonlySet<number> = new Set([204, 304])

/** Sends a response without a body; Node would send an empty one in chunks. */
export function sendEmpty(
  res: ServerResponse,
  status: number,
  own: OutgoingHttpHeaders = {},
): void {
  const hasLength = !WITHOUT_LENGTH.has(status) && res.req.method !== 'HEAD'
  startResponse(res, status, hasLength ? { 'content-length': 0, ...own } : own).end()
}
