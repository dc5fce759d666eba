import { ENVIRONMENTS } from '@landscape/contracts/project-shape'

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

/** The columns of the selected sections; all without a selection. */
export function columnsOf(fields: readonly string[] | undefined): readonly string[] {
  return COLUMNS.filter((column) => fields?.includes(column.split('.', 1).join()) ?? true)
}
