import type { IncomingHttpHeaders } from 'node:http'
import { nextPageLink, PageLimit, pageCursor } from '@landscape/http/request/page-query'
import { audienceOf, respond } from '@landscape/http/responses/conditional-read'
import type { PreparedResponse, ResponseCache } from '@landscape/http/responses/prepared-response'
import { prepareAs, ROW_FORMAT, rowFormat, type RowQuery } from '@landscape/http/responses/rows'
import type { Call } from '@landscape/http/route/route'
import { z } from 'zod'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { formatRowCursor, readRowCursor, type RowCursor } from './page-rows.ts'

/**
 * Parameters for sorting, pages and format of a list.
 *
 * @param first a cursor of the default order, as an example
 */
export function listParameters(sorts: readonly string[], first: RowCursor) {
  const orders = sorts.flatMap((key) => [key, `-${key}`])
  return {
    sort: z
      .enum(orders, `sort is one of ${orders.join(', ')}`)
      .optional()
      .meta({
        description: 'sort key; a minus sorts in descending order',
        examples: [`-${first.sort.replace('-', '')}`],
      }),
    limit: PageLimit.optional().meta({
      description: 'page size, 1 to 200; `Link` contains the next page',
      examples: [50],
    }),
    cursor: pageCursor(readRowCursor)
      .optional()
      .meta({
        description: 'opaque cursor from `Link` of the previous page',
        examples: [formatRowCursor(first)],
      }),
    ...ROW_FORMAT,
  }
}

interface RowsReply<T> {
  path: string
  columns: readonly string[]
  query: Readonly<Record<string, unknown>> & RowQuery
  version: LandscapeVersion
  /** Distinguishes responses that depend on something else than the landscape. */
  variant?: string
  /** The JSON body and the cursor of the next page. */
  build: (isSignedIn: boolean) => { body: T; next?: RowCursor | undefined }
  rowsOf: (body: T) => readonly unknown[]
}

/** Creates the function that responds with a list as JSON, CSV or NDJSON, prepared once for each version. */
export function createRowsResponder(cache: ResponseCache) {
  const links = new WeakMap<PreparedResponse<unknown>, Record<string, string>>()
  return async <T>(
    {
      headers,
      queued,
      identity,
    }: Pick<Call<'optional', unknown, unknown, unknown>, 'queued' | 'identity'> & {
      headers: IncomingHttpHeaders
    },
    { path, columns, query, version, variant = '', build, rowsOf }: RowsReply<T>,
  ) => {
    const format = rowFormat(headers, query)
    const isForSignedIn = identity !== undefined
    return cache.respond(
      {
        name: JSON.stringify([path, format, isForSignedIn, query]),
        version: `${version.etag} ${variant}`,
      },
      queued,
      async () => {
        const { body, next } = build(isForSignedIn)
        const prepared = await prepareAs(format, columns, rowsOf)(body)
        links.set(prepared, nextPageLink(path, query, next && formatRowCursor(next)))
        return prepared
      },
      async (prepared) => {
        const { staleSeconds } = version
        const options = { staleSeconds, isNegotiated: true, ...audienceOf(isForSignedIn) }
        const reply = await respond(headers, prepared, options)
        return reply.with(links.get(prepared) ?? {})
      },
    )
  }
}
