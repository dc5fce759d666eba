import { beginAnswer } from '@landscape/http'

/** The headers that any answer would have by now. */
export function announcedOn(res: object): Record<string, unknown> {
  let headers: Record<string, unknown> = {}
  const writeHead = (_status: number, head: readonly unknown[]) => {
    headers = headersIn(head)
  }
  beginAnswer({ ...res, writeHead } as never, 200)
  return headers
}

/** The headers of a head that is written as names and values in turns. */
export function headersIn(head: readonly unknown[]): Record<string, unknown> {
  const headers: Record<string, unknown> = {}
  for (let i = 0; i < head.length; i += 2) headers[String(head[i])] = head[i + 1]
  return headers
}
