import { asRecord, isRecord, type JsonRecord, recordsOf, stringOf, stringsOf } from './json.ts'
import { oncePerObject } from './once-per-object.ts'
import type { StoredProject } from './projects.ts'

/** Members of `architecture` that name technologies. */
type ArchitectureSection =
  'languages' | 'frameworks' | 'database' | 'infrastructure' | 'cicd' | 'publishing'

/** Members of `supporting_tools`. */
type ToolSection =
  | 'code_editors'
  | 'ui_tools'
  | 'diagram_tools'
  | 'project_tracking_tools'
  | 'documentation_tools'
  | 'communication_tools'
  | 'collaboration_tools'
  | 'incident_management'

/** Technologies of a section. */
export interface NamedTechnologies {
  readonly main: readonly string[]
  readonly others: readonly string[]
}

/** The sections of a project that describe its technologies; a malformed part counts as absent. */
export interface ProjectSections {
  /** The kind of development, then the partners; several partners of one element are joined. */
  readonly developed: readonly string[]
  readonly sources: readonly ProjectSource[]
  readonly hosting: { readonly types: readonly string[]; readonly details: readonly string[] }
  /** Names of the environments that exist, in stored order. */
  readonly environments: readonly string[]
  readonly architecture: Readonly<Record<ArchitectureSection, NamedTechnologies>>
  /** By their documented names. */
  readonly tools: Readonly<Record<ToolSection, NamedTechnologies>>
  readonly miscellaneous: readonly { readonly name: string; readonly description: string }[]
}

/** A location of source code. */
export interface ProjectSource {
  readonly type: string
  readonly links: readonly { readonly description: string; readonly url: string }[]
}

/** The sections of a project. */
export function sectionsOf({ raw }: Pick<StoredProject, 'raw'>): ProjectSections {
  return sectionsOfRecord(raw)
}

const sectionsOfRecord = oncePerObject((raw: JsonRecord): ProjectSections => {
  const architecture = asRecord(raw['architecture'])
  const tools = asRecord(raw['supporting_tools'])
  const hosting = asRecord(architecture['hosting'])
  const environments = Object.entries(asRecord(architecture['environments']))
  return {
    developed: developedOf(raw['developed']),
    sources: recordsOf(raw['source_control']).map(({ type, links }) => ({
      type: stringOf(type),
      links: recordsOf(links).map(({ description, url }) => ({
        description: stringOf(description),
        url: stringOf(url),
      })),
    })),
    hosting: { types: stringsOf(hosting['type']), details: stringsOf(hosting['details']) },
    environments: environments.filter(([, exists]) => Boolean(exists)).map(([name]) => name),
    architecture: {
      languages: technologiesOf(architecture['languages']),
      frameworks: technologiesOf(architecture['frameworks']),
      database: technologiesOf(architecture['database']),
      infrastructure: technologiesOf(architecture['infrastructure']),
      cicd: technologiesOf(architecture['cicd']),
      publishing: technologiesOf(architecture['publishing']),
    },
    tools: {
      code_editors: technologiesOf(tools['code_editors']),
      ui_tools: toolOf(tools['ui_tools'], tools['user_interface']),
      diagram_tools: toolOf(tools['diagram_tools'], tools['diagrams']),
      project_tracking_tools: toolOf(tools['project_tracking_tools'], tools['project_tracking']),
      documentation_tools: toolOf(tools['documentation_tools'], tools['documentation']),
      communication_tools: toolOf(tools['communication_tools'], tools['communication']),
      collaboration_tools: toolOf(tools['collaboration_tools'], tools['collaboration']),
      incident_management: technologiesOf(tools['incident_management']),
    },
    miscellaneous: recordsOf(tools['miscellaneous']).map(({ name, description }) => ({
      name: stringOf(name),
      description: stringOf(description),
    })),
  }
})

const NO_TECHNOLOGIES: NamedTechnologies = Object.freeze({ main: [], others: [] })

/** `main` and `others` of a section; older data store an array or a string instead. */
function technologiesOf(section: unknown): NamedTechnologies {
  const { main, others } = isRecord(section) ? section : { main: section, others: undefined }
  const technologies = { main: stringsOf(main), others: stringsOf(others) }
  return isEmpty(technologies) ? NO_TECHNOLOGIES : technologies
}

/** A tool by its documented name, else by its older one. */
function toolOf(documented: unknown, older: unknown): NamedTechnologies {
  const tool = technologiesOf(documented)
  return isEmpty(tool) ? technologiesOf(older) : tool
}

function isEmpty({ main, others }: NamedTechnologies): boolean {
  return main.length + others.length === 0
}

/** Old data have an array of partners. */
function developedOf(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  return parts.map((part) => stringsOf(part).join(','))
}
