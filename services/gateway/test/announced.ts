import { startResponse } from '@landscape/http/responses/response-head'

/** Returns the headers that middleware has announced for the response. */
export function announcedOn(res: object): Record<string, unknown> {
  let headers: Record<string, unknown> = {}
  const writeHead = (_status: number, head: Record<string, unknown>) => {
    headers = head
  }
  startResponse(Object.assign(res, { writeHead }) as never, 200)
  return headers
}
