import type { IncomingHttpHeaders } from 'node:http'
import {
  INVALID_CURSOR,
  PageLimit,
  pageCursor,
  prepareAs,
  respondPublic,
  type Call,
  type PreparedResponse,
  type ResponseCache,
  ROW_FORMAT,
  rowFormat,
  type RowFormat,
} from '@landscape/http'
import { z } from 'zod'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { formatRowCursor, readRowCursor, type RowCursor } from './page-rows.ts'

/** API description of the `Link` header. */
export const NEXT_PAGE = {
  link: 'URL of the next page as `next` (RFC 8288); absent on the last page',
}

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

/** Rejects a cursor that was issued for another order than `sort`. */
export const OTHER_ORDER = {
  ...INVALID_CURSOR,
  path: ['cursor'],
  params: { detail: 'was issued for a different sort order' },
}

interface RowsReply<T> {
  path: string
  columns: readonly string[]
  query: Readonly<Record<string, unknown>> & { format?: RowFormat | undefined }
  version: LandscapeVersion
  /** Distinguishes responses that depend on something else than the landscape. */
  variant?: string
  /** The JSON body and the cursor of the next page. */
  build: () => { body: T; next?: RowCursor | undefined }
  rowsOf: (body: T) => readonly unknown[]
}

/** Creates the function that responds with a list as JSON, CSV or NDJSON, prepared once for each version. */
export function createRowsResponder(cache: ResponseCache) {
  const links = new WeakMap<PreparedResponse<unknown>, string>()
  return async <T>(
    {
      headers,
      queued,
    }: Pick<Call<'public', unknown, unknown, unknown>, 'queued'> & {
      headers: IncomingHttpHeaders
    },
    { path, columns, query, version, variant = '', build, rowsOf }: RowsReply<T>,
  ) => {
    const format = rowFormat(headers, query.format)
    return cache.respond(
      {
        name: JSON.stringify([path, format, query]),
        version: `${version.etag} ${variant}`,
      },
      queued,
      async () => {
        const { body, next } = build()
        const prepared = await prepareAs(format, columns, rowsOf)(body)
        if (next) links.set(prepared, nextPageLink(path, query, next))
        return prepared
      },
      async (prepared) => {
        const { staleSeconds } = version
        const reply = await respondPublic(headers, prepared, { staleSeconds, isNegotiated: true })
        const link = links.get(prepared)
        return link === undefined ? reply : reply.with({ link })
      },
    )
  }
}

/** The `Link` header of the next page, with the parameters of the request. */
function nextPageLink(
  path: string,
  query: Readonly<Record<string, unknown>>,
  next: RowCursor,
): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (name === 'cursor') continue
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      parameters.set(name, String(value))
  }
  parameters.set('cursor', formatRowCursor(next))
  return `<${path}?${String(parameters)}>; rel="next"`
}
