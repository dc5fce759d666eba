import { asRecord, isRecord, ownMember, type JsonRecord } from '@landscape/contracts/json'
import { publicProject, type Project } from './project.ts'

/** Names of tools in existing clients and in the documentation. */
const TOOL_NAMES: readonly [name: string, documented: string][] = [
  ['code_editors', 'code_editors'],
  ['user_interface', 'ui_tools'],
  ['diagrams', 'diagram_tools'],
  ['documentation', 'documentation_tools'],
  ['communication', 'communication_tools'],
  ['collaboration', 'collaboration_tools'],
  ['project_tracking', 'project_tracking_tools'],
  ['incident_management', 'incident_management'],
]

/** A section that can be an array: the form's value for a skipped page. */
const TECHNOLOGIES = { main: null, others: null }

/** Every section and member that existing clients read without a check, with the value for a missing one. */
const TEMPLATE = {
  // Existing clients call array methods on `roles`.
  user: [{ email: null, grade: null, roles: [] }],
  details: [
    {
      name: null,
      short_name: null,
      documentation_link: null,
      project_description: null,
      project_dependencies: null,
      programme_name: 'N/A',
      programme_short_name: 'N/A',
    },
  ],
  // The form's value for a skipped page.
  developed: ['', ''],
  source_control: [{ type: null, links: null }],
  architecture: {
    database: TECHNOLOGIES,
    frameworks: TECHNOLOGIES,
    cicd: TECHNOLOGIES,
    infrastructure: TECHNOLOGIES,
    publishing: TECHNOLOGIES,
    hosting: { details: null, type: [] },
    // Without null members, since flags must be boolean when sent back.
    environments: {},
    languages: { main: [], others: [] },
  },
  stage: null,
  supporting_tools: {
    code_editors: TECHNOLOGIES,
    user_interface: TECHNOLOGIES,
    diagrams: TECHNOLOGIES,
    documentation: TECHNOLOGIES,
    communication: TECHNOLOGIES,
    collaboration: TECHNOLOGIES,
    project_tracking: null,
    incident_management: null,
    miscellaneous: null,
  },
} as const

/** As the template, with the documented names of tools. */
export const SHOWN: JsonRecord = {
  ...TEMPLATE,
  supporting_tools: {
    ...Object.fromEntries(TOOL_NAMES.map(([, documented]) => [documented, null])),
    ...TEMPLATE.supporting_tools,
  },
}

/**
 * Adds the sections that existing clients read without a check: missing values are null, and tools have
 * aliases. Stored values stay.
 */
export function completeProject(project: Project): Project {
  const { user = null, details = null, source_control: sources } = project
  const tools = withToolNames(asRecord(project['supporting_tools']))
  return publicProject({
    ...asRecord(completed({ ...project, supporting_tools: tools }, TEMPLATE)),
    user: completed(user, TEMPLATE.user),
    details: completed(details, TEMPLATE.details),
    source_control:
      Array.isArray(sources) && sources.length > 0
        ? completed(sources, TEMPLATE.source_control)
        : TEMPLATE.source_control,
  })
}

/** A value with missing members added, also in each element of an array. */
function completed(value: unknown, template: unknown): unknown {
  if (isRecord(template)) {
    if (template === TECHNOLOGIES && Array.isArray(value)) return value
    const record = asRecord(value)
    const members = Object.entries(template).map(
      ([name, member]) => [name, completed(ownMember(record, name) ?? member, member)] as const,
    )
    return { ...record, ...Object.fromEntries(members) }
  }
  const element: unknown = Array.isArray(template) ? template[0] : undefined
  if (!Array.isArray(value) || !isRecord(element)) return value
  return value.map((part: unknown) => (isRecord(part) ? completed(part, element) : part))
}

/** Adds the names of existing clients to stored tools. */
export function withToolNames(tools: JsonRecord): JsonRecord {
  const known = TOOL_NAMES.flatMap(([name, documented]) => {
    const value = ownMember(tools, name) ?? ownMember(tools, documented)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...tools, ...Object.fromEntries(known) }
}
