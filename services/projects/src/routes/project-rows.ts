import type { IncomingHttpHeaders } from 'node:http'
import { ENVIRONMENTS, PROJECT_EXAMPLE } from '@landscape/contracts'
import {
  rowTypes,
  prepareAs,
  reply,
  type Reply,
  replyBytes,
  rowFormat,
  type RowFormat,
} from '@landscape/http'
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
  query: { format?: RowFormat | undefined; fields?: readonly string[] | undefined }
}

/** Projects in the requested format; CSV contains the columns of the selected sections. */
export async function replyInRows(
  projects: Project[],
  { headers: sent, query: { format: requested, fields } }: RowRequest,
  replyHeaders: Readonly<Record<string, string>>,
): Promise<Reply<Project[]>> {
  const varied = { ...replyHeaders, vary: 'Accept' }
  const format = rowFormat(sent, requested)
  if (format === 'json') return reply(200, projects, varied)
  const isChosen = (column: string) => fields?.includes(column.split('.', 1).join()) ?? true
  const prepare = prepareAs(format, COLUMNS.filter(isChosen), (rows: Project[]) => rows)
  const rows = await prepare(projects)
  const headers = { ...varied, 'content-type': rows.type }
  return replyBytes(200, await rows.body('identity'), headers)
}
