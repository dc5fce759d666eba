import { ProjectRow, type ProjectFilter, type ProjectsReply } from './reply.ts'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import type { Route } from '@landscape/http/route/route'
import type { SimilarNames } from '../reads/legal-values.ts'
import { anyOrFlag, choiceOf, listRoutes, type LandscapeList } from '../reads/list-routes.ts'
import type { ReadLandscape, LandscapeView } from '../join/read-landscape.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import { PROJECT_FILTER, PROJECT_SORTS } from './list-projects.ts'

/** The sources of a read of the landscape. */
export interface ListDeps {
  readLandscape: ReadLandscape
  similarNames: SimilarNames
  cache: ResponseCache
  /** The months of the page, if it compares. */
  readTrends?: ReadTrends
}

type List<T extends ProjectsReply> = LandscapeList<LandscapeView, ProjectFilter, T>

/** The members in which lists of projects differ. */
type ProjectList<T extends ProjectsReply> = Pick<
  List<T>,
  'path' | 'name' | 'summary' | 'description' | 'reply' | 'first' | 'list' | 'page'
>

const COLUMNS = Object.keys(ProjectRow.shape).flatMap((column) =>
  column === 'totals'
    ? Object.keys(ProjectRow.shape.totals.shape).map((one) => `totals.${one}`)
    : [column],
)
const DEFAULT_LIMIT = 100

/** The routes of a list of projects: its rows, and its page. */
export function projectListRoutes<T extends ProjectsReply>(
  { readLandscape, ...deps }: ListDeps,
  own: ProjectList<T>,
): Route[] {
  return listRoutes<LandscapeView, ProjectFilter, T>({
    ...own,
    read: readLandscape,
    ...deps,
    tag: 'Landscape',
    description: `${own.description} JSON has ${DEFAULT_LIMIT} rows unless \`limit\` is given; CSV and NDJSON are complete without it.`,
    filter: PROJECT_FILTER,
    choices: {
      rule: choiceOf('rule', PROJECT_FILTER.rule),
      retired: anyOrFlag(PROJECT_FILTER.retired),
    },
    sorts: PROJECT_SORTS,
    defaultLimit: DEFAULT_LIMIT,
    columns: COLUMNS,
    rowsOf: ({ projects }) => projects,
  })
}
