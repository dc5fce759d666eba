import {
  asRecord,
  elementsOf,
  isRecord,
  recordsOf,
  type JsonRecord,
} from '@landscape/contracts/json'
import type { Importance, Section } from '@landscape/contracts/technology-replies'

/** A technology as a project names it. */
export interface Use {
  spelling: string
  section: Section
  importance: Importance
}

/** Members of `architecture`, with the section of each. */
const ARCHITECTURE = {
  languages: 'languages',
  frameworks: 'frameworks',
  database: 'databases',
  infrastructure: 'infrastructure',
  cicd: 'cicd',
  publishing: 'publishing',
} as const satisfies Record<string, Section>

/**
 * The technologies that a stored project names, in the order of its sections. Malformed parts are omitted.
 * `hosting.type` is a kind of hosting, not a technology.
 */
export function usesOfProject(project: JsonRecord): Use[] {
  const architecture = asRecord(project['architecture'])
  const hosting = asRecord(architecture['hosting'])
  return [
    ...Object.entries(ARCHITECTURE).flatMap(([member, section]) =>
      usesIn(architecture[member], section),
    ),
    ...usesOf(hosting['details'], 'hosting', 'main'),
    ...recordsOf(project['source_control']).flatMap(({ type }) =>
      usesOf(type, 'source-control', 'main'),
    ),
    ...usesOfTools(asRecord(project['supporting_tools'])),
  ]
}

/** Members of `supporting_tools`, each with its older name: contract of the registry. */
const TOOLS = [
  ['code_editors'],
  ['ui_tools', 'user_interface'],
  ['diagram_tools', 'diagrams'],
  ['project_tracking_tools', 'project_tracking'],
  ['documentation_tools', 'documentation'],
  ['communication_tools', 'communication'],
  ['collaboration_tools', 'collaboration'],
  ['incident_management'],
] as const

/** Other members of `supporting_tools` are nobody's list of tools: a note, for example. */
function usesOfTools(tools: JsonRecord): Use[] {
  return [
    ...TOOLS.flatMap(
      (names) =>
        names.map((name) => usesIn(tools[name], 'tools')).find((uses) => uses.length > 0) ?? [],
    ),
    ...recordsOf(tools['miscellaneous']).flatMap(({ name }) => usesOf(name, 'tools', 'other')),
  ]
}

/** `main` and `others` of a section; older data store an array or a string instead. */
function usesIn(value: unknown, section: Section): Use[] {
  if (!isRecord(value)) return usesOf(value, section, 'main')
  return [...usesOf(value['main'], section, 'main'), ...usesOf(value['others'], section, 'other')]
}

function usesOf(names: unknown, section: Section, importance: Importance): Use[] {
  const strings = typeof names === 'string' ? [names] : elementsOf(names)
  return strings.flatMap((name) => {
    const spelling = typeof name === 'string' ? name.trim() : ''
    return spelling === '' ? [] : [{ spelling, section, importance }]
  })
}
