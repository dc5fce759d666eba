import type { IncomingHttpHeaders } from 'node:http'
import { PROJECT_EXAMPLE } from '@landscape/contracts/examples'
import { ENVIRONMENTS } from '@landscape/contracts/project-shape'
import { respond } from '@landscape/http/responses/conditional-read'
import type { PreparedResponse } from '@landscape/http/responses/prepared-response'
import type { Reply } from '@landscape/http/responses/reply'
import {
  rowTypes,
  prepareAs,
  rowFormat,
  type RowFormat,
  type RowQuery,
} from '@landscape/http/responses/rows'
import type { Project } from '../registry/project.ts'

const TOOLS = [
  'code_editors',
  'ui_tools',
  'diagram_tools',
  'documentation_tools',
  'communication_tools',
  'collaboration_tools',
]
const both = (section: string) => [`${section}.main`, `${section}.others`]

/** Columns of projects as CSV: every documented field. */
const COLUMNS: readonly string[] = [
  'details.name',
  'details.short_name',
  'details.documentation_link',
  'details.project_description',
  'details.programme_name',
  'details.programme_short_name',
  'details.project_dependencies.name',
  'details.project_dependencies.description',
  'stage',
  'developed',
  'user.email',
  'user.roles',
  'user.grade',
  'source_control.type',
  'source_control.links.description',
  'source_control.links.url',
  'architecture.hosting.type',
  'architecture.hosting.details',
  ...['database', 'languages', 'frameworks', 'cicd', 'infrastructure', 'publishing'].flatMap(
    (section) => both(`architecture.${section}`),
  ),
  ...ENVIRONMENTS.map((name) => `architecture.environments.${name}`),
  ...TOOLS.flatMap((section) => both(`supporting_tools.${section}`)),
  'supporting_tools.project_tracking_tools',
  'supporting_tools.incident_management',
]

/** CSV and NDJSON formats of project lists. */
export const IN_ROWS = rowTypes(COLUMNS, [PROJECT_EXAMPLE])

interface RowRequest {
  headers: IncomingHttpHeaders
  query: RowQuery & { fields?: readonly string[] | undefined }
  staleSeconds: number | undefined
  link: Readonly<Record<string, string>>
}

/** Sends a cached response, or prepares one. */
type RespondWith = (
  format: RowFormat,
  prepare: () => Promise<PreparedResponse<Project[]>>,
  send: (prepared: PreparedResponse<Project[]>) => Promise<Reply<Project[]>>,
) => Promise<Reply<Project[]>>

/**
 * Responds with projects in the requested format; CSV contains the columns of the selected sections.
 *
 * @param respondWith caches responses; without it nothing is cached
 */
export async function respondInRows(
  projects: Project[],
  { headers, query, staleSeconds, link }: RowRequest,
  respondWith: RespondWith = async (_format, prepare, send) => send(await prepare()),
): Promise<Reply<Project[]>> {
  const format = rowFormat(headers, query)
  const isChosen = (column: string) => query.fields?.includes(column.split('.', 1).join()) ?? true
  const prepare = prepareAs(format, COLUMNS.filter(isChosen), (rows: Project[]) => rows)
  const options = { staleSeconds, isPersonal: true, isNegotiated: true }
  const reply = await respondWith(
    format,
    () => prepare(projects),
    (prepared) => respond(headers, prepared, options),
  )
  return reply.with(link)
}
