import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts/json'
import { publicProject, type Project } from './project.ts'

const DETAILS = [
  'name',
  'short_name',
  'documentation_link',
  'project_description',
  'project_dependencies',
]
const PROGRAMME = ['programme_name', 'programme_short_name']
const TECHNOLOGIES = ['main', 'others']
const ARCHITECTURE: Readonly<Record<string, readonly string[]>> = {
  database: TECHNOLOGIES,
  frameworks: TECHNOLOGIES,
  cicd: TECHNOLOGIES,
  infrastructure: TECHNOLOGIES,
  publishing: TECHNOLOGIES,
}
/** Names of tools in existing clients and in the documentation. */
const TOOLS: readonly [name: string, documented: string][] = [
  ['code_editors', 'code_editors'],
  ['user_interface', 'ui_tools'],
  ['diagrams', 'diagram_tools'],
  ['documentation', 'documentation_tools'],
  ['communication', 'communication_tools'],
  ['collaboration', 'collaboration_tools'],
]
const TOOL_TEXTS: readonly [name: string, documented: string][] = [
  ['project_tracking', 'project_tracking_tools'],
  ['incident_management', 'incident_management'],
]

/**
 * Adds the sections that existing clients read without a check: missing values are null, and tools have
 * aliases. Stored values stay.
 */
export function completeProject(project: Project): Project {
  const { user = null, details, developed, source_control: sources, stage = null } = project
  return publicProject({
    ...project,
    user: Array.isArray(user) ? user.map(completeUser) : user,
    details: Array.isArray(details) ? details.map(completeDetails) : (details ?? null),
    // The form's value for a skipped page.
    developed: developed ?? ['', ''],
    source_control: isNonEmptyList(sources)
      ? eachFilled(sources, ['type', 'links'])
      : [{ type: null, links: null }],
    architecture: completeArchitecture(asRecord(project['architecture'])),
    stage,
    supporting_tools: completeTools(asRecord(project['supporting_tools'])),
  })
}

/** Existing clients call array methods on `roles`. */
function completeUser(user: unknown): unknown {
  if (!isRecord(user)) return user
  return filled(filled(user, ['email', 'grade']), ['roles'], [])
}

function completeDetails(details: unknown): unknown {
  if (!isRecord(details)) return details
  return filled(filled(details, DETAILS), PROGRAMME, 'N/A')
}

function completeArchitecture(architecture: JsonRecord): JsonRecord {
  const sections = Object.entries(ARCHITECTURE).map(([name, keys]) => {
    return [name, section(architecture[name], keys)] as const
  })
  return {
    ...architecture,
    ...Object.fromEntries(sections),
    // Existing clients read the first type without a check.
    hosting: filled(filled(asRecord(architecture['hosting']), ['details']), ['type'], []),
    // Not filled with null, since flags must be boolean when sent back.
    environments: asRecord(architecture['environments']),
    // Existing clients join these arrays without a check.
    languages: filled(asRecord(architecture['languages']), TECHNOLOGIES, []),
  }
}

function completeTools(stored: JsonRecord): JsonRecord {
  const tools = withToolNames(stored)
  return {
    ...tools,
    ...Object.fromEntries(TOOLS.map(([name]) => [name, section(tools[name], TECHNOLOGIES)])),
    ...Object.fromEntries(TOOL_TEXTS.map(([name]) => [name, tools[name] ?? null])),
    miscellaneous: tools['miscellaneous'] ?? null,
  }
}

/** Adds the names of existing clients to stored tools. */
export function withToolNames(tools: JsonRecord): JsonRecord {
  const known = [...TOOLS, ...TOOL_TEXTS].flatMap(([name, documented]) => {
    const value = tools[name] ?? tools[documented]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...tools, ...Object.fromEntries(known) }
}

/** Keeps arrays, the form's value for a skipped page. */
function section(value: unknown, keys: readonly string[]): unknown {
  return Array.isArray(value) ? value : filled(asRecord(value), keys)
}

function eachFilled(list: unknown, keys: readonly string[]): unknown {
  if (!Array.isArray(list)) return list
  return list.map((element: unknown) => (isRecord(element) ? filled(element, keys) : element))
}

/** Appends missing keys with a blank value. */
function filled(record: JsonRecord, keys: readonly string[], blank: unknown = null): JsonRecord {
  const missing = keys.filter((key) => record[key] === undefined || record[key] === null)
  return { ...record, ...Object.fromEntries(missing.map((key) => [key, blank])) }
}

function isNonEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

const { supporting_tools: tools, ...sections } = completeProject(
  publicProject({ user: [{}], details: [{}], source_control: [{}] }),
)
const documented = [...TOOLS, ...TOOL_TEXTS].map(([, name]) => [name, null] as const)
/** Every known section and member, with one element per array. */
export const SHOWN: JsonRecord = {
  ...sections,
  supporting_tools: { ...asRecord(tools), ...Object.fromEntries(documented) },
}
