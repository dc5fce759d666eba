import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** What an answer says of itself, whatever it becomes: names and values in turns, as Node writes them fastest. */
const HEAD = Symbol('head')
interface Announced {
  [HEAD]?: OutgoingHttpHeader[]
}

/**
 * Says headers of an answer before anybody knows what it will be. They are sent with whatever it becomes, unless that
 * has such a header itself; it varies by what both say.
 *
 * `setHeader` of Node would say them as well, but takes half a microsecond for each, and then for each of the answer's own.
 *
 * @param headers names in lower case; they replace what was announced before
 */
export function announce(res: ServerResponse, headers: OutgoingHttpHeaders): void {
  const head = ((res as Announced)[HEAD] ??= [])
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    const at = placeOf(head, name)
    head[at] = name
    head[at + 1] = value
  }
}

/** The value of a header that was announced or, of an answer that has begun, is sent; undefined when there is none. */
export function headerOf(res: ServerResponse, name: string): OutgoingHttpHeader | undefined {
  const head = (res as Announced)[HEAD] ?? []
  return head[placeOf(head, name) + 1]
}

/** Where a name stands, or would: behind all. */
function placeOf(head: readonly OutgoingHttpHeader[], name: string): number {
  let at = 0
  while (at < head.length && head[at] !== name) at += 2
  return at
}

/**
 * Begins an answer, with what was announced of it. Every answer of a service begins here.
 *
 * @param own headers, names in lower case
 */
export function beginAnswer<R extends ServerResponse>(
  res: R,
  status: number,
  own: OutgoingHttpHeaders = {},
): R {
  const announced = (res as Announced)[HEAD] ?? []
  const head: OutgoingHttpHeader[] = []
  for (let i = 0; i < announced.length; i += 2) {
    const name = announced[i] as string
    if (own[name] === undefined) head.push(name, announced[i + 1] as OutgoingHttpHeader)
  }
  for (const name in own) {
    const value = own[name]
    if (value === undefined) continue
    const also = name === 'vary' ? headerOf(res, name) : undefined
    head.push(name, also === undefined ? value : `${String(value)}, ${String(also)}`)
  }
  res.writeHead(status, head)
  // Not before Node has taken it: of an answer that it refuses, nothing is said by the one in its place.
  ;(res as Announced)[HEAD] = head
  return res
}

const WITHOUT_LENGTH: ReadonlySet<number> = new Set([204, 304])

/** The whole of an answer that has no body; Node would send an empty one in chunks. */
export function answerEmpty(
  res: ServerResponse,
  status: number,
  own: OutgoingHttpHeaders = {},
): void {
  const hasLength = !WITHOUT_LENGTH.has(status) && res.req.method !== 'HEAD'
  beginAnswer(res, status, hasLength ? { 'content-length': 0, ...own } : own).end()
}
