import { atOnce } from '@landscape/contracts/async/in-slices'
import { PROJECT_EXAMPLE, RADAR_EXAMPLE } from '@landscape/contracts/examples'
import {
  NO_PROGRAMME,
  ProjectRow,
  type ProjectFilter,
  type ProjectsReply,
} from '@landscape/contracts/project-replies'
import { formatRowCursor, type PageOfRows, type RowCursor } from '@landscape/contracts/row-page'
import { inOrder, listParameters } from '@landscape/http/request/list-query'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { audienceOf } from '@landscape/http/responses/conditional-read'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { respondList } from '@landscape/http/responses/respond-list'
import { rowFormat, rowTypes } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import type { Frame } from '@landscape/views/landscape/frame'
import type { ProjectsPage } from '@landscape/views/landscape/projects-page'
import { z } from 'zod'
import { assertLegal } from '../join/legal-values.ts'
import { joinLandscape } from '../join/join-landscape.ts'
import type { Landscape } from '../join/landscape.ts'
import { createPageResponder, filled, frameOf, LANDSCAPE_PAGE } from '../join/landscape-page.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { PROJECT_FILTER, PROJECT_SORTS, stagesOf } from './list-projects.ts'

/** The sources of a list. */
export interface ListDeps {
  readLandscape: ReadLandscape
  cache: ResponseCache
}

/** A list of projects, with its page. */
interface ProjectList<T extends ProjectsReply> {
  /** Of the page; the data are below `/api`. */
  path: string
  /** The ids of the operations, without their verbs. */
  name: string
  summary: string
  description: string
  reply: z.ZodType<T>
  /** A cursor of the default order. */
  first: RowCursor
  list: (
    landscape: Landscape,
    filter: ProjectFilter,
    page: PageOfRows,
    isSignedIn: boolean,
  ) => { body: T; next?: RowCursor | undefined }
  page: (reply: T, page: ProjectsPage, frame: Frame) => string
}

/** A project and a radar of the API description. */
export const EXAMPLE = atOnce(
  joinLandscape({
    projects: { projects: [PROJECT_EXAMPLE] },
    radar: RADAR_EXAMPLE,
    repositories: { repositories: [] },
    lists: {},
    names: [],
    directorates: [],
  }),
)
const COLUMNS = Object.keys(ProjectRow.shape).flatMap((column) =>
  column === 'totals'
    ? Object.keys(ProjectRow.shape.totals.shape).map((one) => `totals.${one}`)
    : [column],
)
const DEFAULT_LIMIT = 100
const PER_PAGE = 50

/** The routes of a list of projects: its rows, and its page. */
export function projectListRoutes<T extends ProjectsReply>(
  deps: ListDeps,
  list: ProjectList<T>,
): Route[] {
  const parameters = listParameters(PROJECT_SORTS, list.first)
  return [rowsRoute(deps, list, parameters), pageRoute(deps, list, parameters)]
}

type Parameters = ReturnType<typeof listParameters>

function rowsRoute<T extends ProjectsReply>(
  { readLandscape, cache }: ListDeps,
  { path: page, name, summary, description, reply, first, list }: ProjectList<T>,
  parameters: Parameters,
): Route {
  const order = first.sort
  const path = `/api${page}`
  const example = list(EXAMPLE, {}, { sort: order }, true).body
  return route({
    method: 'get',
    path,
    id: `list${name}`,
    tag: 'Landscape',
    summary,
    description: `${description} JSON has ${DEFAULT_LIMIT} rows unless \`limit\` is given; CSV and NDJSON are complete without it.`,
    example,
    ...rowTypes(COLUMNS, example.projects),
    access: 'optional',
    strictQuery: true,
    conditional: 'read',
    compressed: true,
    query: z.object({ ...PROJECT_FILTER, ...parameters }).refine(...inOrder(order)),
    reply,
    replyHeaders: NEXT_PAGE,
    async handle({ query, headers, queued, identity }) {
      const { directorate, sort = order, cursor, limit, format: _, for: _for, ...filter } = query
      const { etag, staleSeconds, load } = await readLandscape(directorate)
      const isSignedIn = identity !== undefined
      const all = rowFormat(headers, query) === 'json' ? DEFAULT_LIMIT : undefined
      return respondList<T>(headers, {
        path,
        columns: COLUMNS,
        query,
        options: { staleSeconds, ...audienceOf(isSignedIn) },
        kept: { cache, queued, name: [isSignedIn], version: etag },
        rowsOf: ({ projects }) => projects,
        async build() {
          const { landscape } = await load()
          assertLegal('programme', filter.programme, [...landscape.programmes, NO_PROGRAMME])
          assertLegal('stage', filter.stage, stagesOf(landscape))
          return list(landscape, filter, { sort, cursor, limit: limit ?? all }, isSignedIn)
        },
      })
    },
  })
}

function pageRoute<T extends ProjectsReply>(
  { readLandscape, cache }: ListDeps,
  { path, name, summary, first, list, page }: ProjectList<T>,
  { sort, cursor }: Parameters,
): Route {
  const order = first.sort
  const respond = createPageResponder(cache)
  // A form sends its empty fields.
  const rule = z.enum(['', ...PROJECT_FILTER.rule.unwrap().options]).optional()
  return route({
    ...LANDSCAPE_PAGE,
    path,
    id: `show${name}`,
    summary: `Page: ${summary}`,
    description: `A table in pages of ${PER_PAGE} projects, with filters.`,
    query: z
      .object({
        ...PROJECT_FILTER,
        rule: rule.meta(PROJECT_FILTER.rule.meta() ?? {}),
        sort,
        cursor,
      })
      .refine(...inOrder(order)),
    async handle({ query: { directorate, sort = order, cursor, ...fields }, ...call }) {
      const version = await readLandscape(directorate || undefined)
      const filter = filled(fields)
      return respond(call, {
        name: [path, filter, sort, cursor, version.directorate.id],
        version,
        build: async (isSignedIn) => {
          const { landscape } = await version.load()
          const options = { sort, cursor, limit: PER_PAGE }
          const { body, next } = list(landscape, filter, options, isSignedIn)
          const paging = { isFirst: cursor === undefined, next: next && formatRowCursor(next) }
          const stages = stagesOf(landscape)
          return page(body, { filter, sort, paging, stages }, frameOf(landscape))
        },
      })
    },
  })
}
