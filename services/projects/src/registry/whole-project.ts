import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts'
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
/** What existing clients call a tool, and what the documentation of the registry calls it. */
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
 * A project with every section that the pages of existing clients look into without asking whether it
 * is there: absent ones are null or consist of nulls, and tools have the names that those pages know.
 * Nothing that is stored is left out, and the record stays as it is.
 */
export function wholeProject(project: Project): Project {
  const { user = null, details, developed, source_control: sources, stage = null } = project
  return publicProject({
    ...project,
    user: Array.isArray(user) ? user.map(wholeUser) : user,
    details: Array.isArray(details) ? details.map(wholeDetails) : (details ?? null),
    // What the form of the registry sends for a page that was skipped.
    developed: developed ?? ['', ''],
    source_control: isNonEmptyList(sources)
      ? eachFilled(sources, ['type', 'links'])
      : [{ type: null, links: null }],
    architecture: wholeArchitecture(asRecord(project['architecture'])),
    stage,
    supporting_tools: wholeTools(asRecord(project['supporting_tools'])),
  })
}

/** Pages look for roles without asking whether there are any. */
function wholeUser(user: unknown): unknown {
  if (!isRecord(user)) return user
  return filled(filled(user, ['email', 'grade']), ['roles'], [])
}

function wholeDetails(details: unknown): unknown {
  if (!isRecord(details)) return details
  return filled(filled(details, DETAILS), PROGRAMME, 'N/A')
}

function wholeArchitecture(architecture: JsonRecord): JsonRecord {
  const sections = Object.entries(ARCHITECTURE).map(([name, keys]) => {
    return [name, section(architecture[name], keys)] as const
  })
  return {
    ...architecture,
    ...Object.fromEntries(sections),
    // Pages look for the first type without asking whether there is one.
    hosting: filled(filled(asRecord(architecture['hosting']), ['details']), ['type'], []),
    // A flag is true or false when it is sent back; the form sends none for a page that was skipped.
    environments: asRecord(architecture['environments']),
    // The only lists that pages join as they are.
    languages: filled(asRecord(architecture['languages']), TECHNOLOGIES, []),
  }
}

function wholeTools(stored: JsonRecord): JsonRecord {
  const tools = withToolNames(stored)
  return {
    ...tools,
    ...Object.fromEntries(TOOLS.map(([name]) => [name, section(tools[name], TECHNOLOGIES)])),
    ...Object.fromEntries(TOOL_TEXTS.map(([name]) => [name, tools[name] ?? null])),
    miscellaneous: tools['miscellaneous'] ?? null,
  }
}

/** Tools under the names that existing clients know, beside those that are stored. */
export function withToolNames(tools: JsonRecord): JsonRecord {
  const known = [...TOOLS, ...TOOL_TEXTS].flatMap(([name, documented]) => {
    const value = tools[name] ?? tools[documented]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...tools, ...Object.fromEntries(known) }
}

/** A list is what the form sends for a page that was skipped; pages can show it. */
function section(value: unknown, keys: readonly string[]): unknown {
  return Array.isArray(value) ? value : filled(asRecord(value), keys)
}

function eachFilled(list: unknown, keys: readonly string[]): unknown {
  if (!Array.isArray(list)) return list
  return list.map((element: unknown) => (isRecord(element) ? filled(element, keys) : element))
}

/** What is there stays, in its place; what is not follows. */
function filled(record: JsonRecord, keys: readonly string[], blank: unknown = null): JsonRecord {
  const missing = keys.filter((key) => record[key] === undefined || record[key] === null)
  return { ...record, ...Object.fromEntries(missing.map((key) => [key, blank])) }
}

function isNonEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

const { supporting_tools: tools, ...sections } = wholeProject(
  publicProject({ user: [{}], details: [{}], source_control: [{}] }),
)
const documented = [...TOOLS, ...TOOL_TEXTS].map(([, name]) => [name, null] as const)
/** Every section and member that there is a name for, with one element where pages look into the elements of a list. */
export const SHOWN: JsonRecord = {
  ...sections,
  supporting_tools: { ...asRecord(tools), ...Object.fromEntries(documented) },
}
