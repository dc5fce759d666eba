import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Adds headers to a response, which may become an error. */
export function addHeaders(res: ServerResponse, headers: OutgoingHttpHeaders): void {
  for (const [name, value] of defined(headers)) res.setHeader(name, value)
}

/**
 * Starts a response. Every response of a service starts here.
 *
 * @param own headers, names in lower case; they replace added ones, except that `Vary` is joined. The response
 *   keeps none of them when Node rejects one
 */
export function startResponse<R extends ServerResponse>(
  res: R,
  status: number,
  own: OutgoingHttpHeaders = {},
): R {
  const head = Object.fromEntries(defined(own))
  const added = own['vary'] === undefined ? undefined : res.getHeader('vary')
  if (added !== undefined) head['vary'] = `${String(own['vary'])}, ${String(added)}`
  try {
    res.writeHead(status, head)
    return res
  } catch (error) {
    for (const name of Object.keys(head)) res.removeHeader(name)
    throw error
  }
}

function defined(headers: OutgoingHttpHeaders): [string, OutgoingHttpHeader][] {
  return Object.entries(headers).filter((entry): entry is [string, OutgoingHttpHeader] => {
    return entry[1] !== undefined
  })
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
