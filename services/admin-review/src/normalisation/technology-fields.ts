import { EACH, type Path } from './map-at.ts'

const ARCHITECTURE = [
  'languages',
  'database',
  'frameworks',
  'infrastructure',
  'cicd',
  'publishing',
] as const

/** Names of the specification, then those in which existing data is stored. */
const TOOLS = [
  'code_editors',
  'ui_tools',
  'user_interface',
  'diagram_tools',
  'diagrams',
  'documentation_tools',
  'documentation',
  'communication_tools',
  'communication',
  'collaboration_tools',
  'collaboration',
] as const

const SINGLE_TOOLS = ['project_tracking_tools', 'project_tracking', 'incident_management'] as const

const lists = (section: string, names: readonly string[]): Path[] =>
  names.flatMap((name) => [
    [section, name, 'main'],
    [section, name, 'others'],
  ])

/** Where a project names technologies in a list. `hosting.type` is a kind, not a technology. */
export const LIST_FIELDS: readonly Path[] = [
  ...lists('architecture', ARCHITECTURE),
  ['architecture', 'hosting', 'details'],
  ...lists('supporting_tools', TOOLS),
]

/** Where a project names one technology. */
export const NAME_FIELDS: readonly Path[] = [
  ...SINGLE_TOOLS.map((name): Path => ['supporting_tools', name]),
  ['supporting_tools', 'miscellaneous', EACH, 'name'],
  ['source_control', EACH, 'type'],
]
