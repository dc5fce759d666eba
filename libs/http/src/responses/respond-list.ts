import type { IncomingHttpHeaders } from 'node:http'
import { formatRowCursor, type RowCursor } from './row-page.ts'
import { nextPageLink } from '../request/page-query.ts'
import { respond, type ReadOptions } from './conditional-read.ts'
import {
  compressedFast,
  type Enqueue,
  type PreparedResponse,
  type ResponseCache,
} from './prepared-response.ts'
import type { Reply } from './reply.ts'
import { prepareAs, rowFormat, type RowQuery } from './rows.ts'

interface ListPage<T> {
  body: T
  /** A position in a sorted list, or an opaque cursor. */
  next?: RowCursor | string | undefined
}

interface ListReply<T> {
  path: string
  /** The parsed query, which the link to the next page repeats. */
  query: Readonly<Record<string, unknown>> & RowQuery
  /** Columns of the CSV. */
  columns: readonly string[]
  rowsOf: (body: T) => readonly unknown[]
  /** The JSON body and the cursor of the next page. */
  build: () => ListPage<T> | Promise<ListPage<T>>
  options: ReadOptions
  /** Keeps the response of this name until its version changes. */
  kept?: { cache: ResponseCache; queued: Enqueue; name: readonly unknown[]; version: string }
}

const links = new WeakMap<PreparedResponse<unknown>, Record<string, string>>()

/** Responds with a page of a list as JSON, CSV or NDJSON, with a `Link` to the next page. */
export async function respondList<T>(
  headers: IncomingHttpHeaders,
  { path, query, columns, rowsOf, build, options, kept }: ListReply<T>,
): Promise<Reply<T>> {
  const format = rowFormat(headers, query)
  const prepare = async () => {
    const { body, next } = await build()
    const complete = await prepareAs(format, columns, rowsOf)(body)
    const prepared = isFiltered(query) ? compressedFast(complete) : complete
    const cursor = typeof next === 'object' ? formatRowCursor(next) : next
    links.set(prepared, nextPageLink(path, query, cursor))
    return prepared
  }
  const send = async (prepared: PreparedResponse<T>) => {
    const reply = await respond(headers, prepared, { ...options, isNegotiated: true })
    return reply.with(links.get(prepared) ?? {})
  }
  if (!kept) return send(await prepare())
  const { cache, queued, name, version } = kept
  return cache.respond(
    { name: JSON.stringify([path, format, name, query]), version },
    queued,
    prepare,
    send,
  )
}

/** Parameters that select no rows by their content. */
const NOT_FILTERS = new Set(['directorate', 'sort', 'limit', 'cursor', 'format', 'for'])

function isFiltered(query: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(query).some(
    ([name, value]) => value !== undefined && !NOT_FILTERS.has(name),
  )
}
