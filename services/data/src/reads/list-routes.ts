import { inSlices } from '@landscape/contracts/async/in-slices'
import {
  formatRowCursor,
  type PageOfRows,
  type RowCursor,
} from '@landscape/http/responses/row-page'
import { inOrder, listParameters } from '@landscape/http/responses/list-query'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { audienceOf } from '@landscape/http/responses/conditional-read'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { respondList } from '@landscape/http/responses/respond-list'
import { ROW_TYPES, rowFormat } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import type { Frame } from './frame.ts'
import type { Paging } from './page-parts.ts'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import type { ReadTrends } from './kept-months.ts'
import { assertLegalFilter, type SimilarNames } from './legal-values.ts'
import type { TrendsReply } from './reply.ts'
import {
  createPageResponder,
  filled,
  frameOf,
  LANDSCAPE_PAGE,
  LANDSCAPE_READ,
} from './responders.ts'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeVersion, LandscapeView } from '../join/read-landscape.ts'

/** A list of the landscape, with its page. */
export interface LandscapeList<S extends LandscapeView, F extends object, T extends object> {
  read: (
    directorate?: string,
  ) => Promise<Omit<LandscapeVersion, 'load'> & { load: () => Promise<S> }>
  cache: ResponseCache
  /** Of the page; the data are below `/api`. */
  path: string
  /** The ids of the operations, without their verbs. */
  name: string
  tag: string
  summary: string
  description: string
  filter: Readonly<Record<string, z.ZodType>>
  /** Those that the form of the page sends without a value. */
  choices: Readonly<Record<string, z.ZodType>>
  sorts: readonly string[]
  /** A cursor of the default order. */
  first: RowCursor
  /** The same of the page, when it has another one. */
  firstOfPage?: RowCursor
  /** Maximum number of rows in JSON without `limit`; all when absent. */
  defaultLimit?: number
  columns: readonly string[]
  reply: z.ZodType<T>
  rowsOf: (reply: T) => readonly unknown[]
  /** Of an unknown value of the filter. */
  similarNames: SimilarNames
  list: (
    view: S,
    filter: F,
    page: PageOfRows,
    isSignedIn: boolean,
  ) => Generator<void, { body: T; next?: RowCursor | undefined }>
  /** The months of the page, if it compares. */
  readTrends?: ReadTrends
  page: (
    reply: T,
    shown: { filter: F; sort: string; paging: Paging },
    frame: Frame,
    known: { landscape: Landscape; trends: TrendsReply | undefined },
  ) => string
}

const PER_PAGE = 50

/** The routes of a list: its rows, and its page. */
export function listRoutes<S extends LandscapeView, F extends object, T extends object>(
  list: LandscapeList<S, F, T>,
): Route[] {
  return [rowsRoute(list), pageRoute(list)]
}

function rowsRoute<S extends LandscapeView, F extends object, T extends object>(
  list: LandscapeList<S, F, T>,
): Route {
  const { columns, rowsOf } = list
  const path = `/api${list.path}`
  const order = list.first.sort
  return route({
    ...LANDSCAPE_READ,
    path,
    id: `list${list.name}`,
    tag: list.tag,
    summary: list.summary,
    description: list.description,
    otherTypes: ROW_TYPES,
    query: z
      .object({
        ...list.filter,
        directorate: DirectorateQuery,
        ...listParameters(list.sorts, list.first),
      })
      .refine(...inOrder(order)),
    reply: list.reply,
    replyHeaders: NEXT_PAGE,
    async handle({ query, headers, queued, identity }) {
      const { directorate, sort = order, cursor, limit, format: _, for: _for, ...fields } = query
      const { etag, staleSeconds, load } = await list.read(directorate)
      const isSignedIn = identity !== undefined
      const all = rowFormat(headers, query) === 'json' ? list.defaultLimit : undefined
      return respondList<T>(headers, {
        path,
        columns,
        query,
        options: { staleSeconds, ...audienceOf(isSignedIn) },
        kept: { cache: list.cache, queued, name: [isSignedIn], version: etag },
        rowsOf,
        async build() {
          const view = await load()
          await assertLegalFilter(view, fields, list.similarNames)
          const page = { sort, cursor, limit: limit ?? all }
          return inSlices(list.list(view, fields as F, page, isSignedIn))
        },
      })
    },
  })
}

function pageRoute<S extends LandscapeView, F extends object, T extends object>(
  list: LandscapeList<S, F, T>,
): Route {
  const { path, firstOfPage = list.first } = list
  const order = firstOfPage.sort
  const respond = createPageResponder(list.cache)
  const { sort, cursor } = listParameters(list.sorts, firstOfPage)
  return route({
    ...LANDSCAPE_PAGE,
    path,
    id: `show${list.name}`,
    summary: `Page: ${list.summary}`,
    description: `A table in pages of ${PER_PAGE} rows, with filters.`,
    query: z
      .object({ ...list.filter, ...list.choices, directorate: DirectorateQuery, sort, cursor })
      .refine(...inOrder(order)),
    async handle({ query: { directorate, sort = order, cursor, ...fields }, ...call }) {
      const version = await list.read(directorate || undefined)
      // The months are not worth a missing page.
      const trends = await list.readTrends?.().catch(() => undefined)
      const filter = filled(fields) as F
      return respond(call, {
        name: [path, filter, sort, cursor, version.directorate.id],
        version,
        variant: trends?.version,
        build: async (isSignedIn, mayReview) => {
          const view = await version.load()
          const { landscape } = view
          await assertLegalFilter(view, filter, list.similarNames)
          const rows = { sort, cursor, limit: PER_PAGE }
          const { body, next } = await inSlices(list.list(view, filter, rows, isSignedIn))
          const paging = { isFirst: cursor === undefined, next: next && formatRowCursor(next) }
          const known = {
            landscape,
            trends: trends?.trends((filter as { programme?: string }).programme),
          }
          return list.page(
            body,
            { filter, sort, paging },
            frameOf(landscape, isSignedIn, mayReview),
            known,
          )
        },
      })
    },
  })
}

/** A choice between yes and no in a form, which sends it without a value for any. */
export function anyOrFlag(field: z.ZodType): z.ZodType {
  return z
    .enum(['', 'true', 'false'])
    .transform((text) => (text === '' ? undefined : text === 'true'))
    .optional()
    .meta(field.meta() ?? {})
}

/** An optional choice in a form, which sends it without a value for any. */
export function choiceOf(name: string, field: z.ZodOptional<z.ZodEnum>): z.ZodType {
  const { options } = field.unwrap()
  return z
    .enum(['', ...options.map(String)], `${name} is one of ${options.join(', ')}`)
    .optional()
    .meta(field.meta() ?? {})
}
