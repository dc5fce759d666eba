import { FACETS, folded, sourceTexts, type Facet } from './facets.ts'
import type { Project } from './project.ts'

export const FILTERS = [
  'email',
  'roles',
  'name',
  'developed',
  'languages',
  'source_control',
  'hosting',
  'database',
  'frameworks',
  'cicd',
  'infrastructure',
  'environments',
  'publishing',
] as const satisfies readonly (Facet | 'developed' | 'source_control')[]

/** Wanted values by filter; a filter without values does not restrict. */
export type Filter = Partial<Record<(typeof FILTERS)[number], readonly string[]>>

/** Sections that a caller may choose instead of whole projects. */
const SECTIONS = ['user', 'details', 'developed', 'source_control', 'architecture']

/** Projects that pass every filter, in stored order. Case does not matter. */
export function filterProjects(projects: readonly Project[], filter: Filter): Project[] {
  const tests = FILTERS.flatMap((name) => {
    const wanted = (filter[name] ?? []).map(folded)
    return wanted.length === 0 ? [] : [testOf(name, wanted)]
  })
  return projects.filter((project) => tests.every((passes) => passes(project)))
}

/** The chosen sections of a project, or all of it when no known section is chosen. */
export function selectSections(project: Project, chosen: readonly string[]): Project {
  const sections = SECTIONS.filter((section) => chosen.includes(section))
  if (sections.length === 0) return project
  return Object.fromEntries(Object.entries(project).filter(([key]) => sections.includes(key)))
}

function testOf(
  name: (typeof FILTERS)[number],
  wanted: readonly string[],
): (project: Project) => boolean {
  switch (name) {
    case 'developed':
      return ({ developed }) => wanted.some((value) => isDevelopedBy(developed, value))
    case 'source_control':
      return (project) => {
        const texts = sourceTexts(project).map(folded)
        return wanted.every((value) => texts.some((text) => text.includes(value)))
      }
    default:
      return (project) => {
        const own = new Set(FACETS[name](project).map(folded))
        return wanted.some((value) => own.has(value))
      }
  }
}

/** `developed` is `[type, partner]`; in old data the partner may be a list of partners. */
function isDevelopedBy(developed: unknown, wanted: string): boolean {
  const texts = [developed].flat(2).map((text) => (typeof text === 'string' ? folded(text) : ''))
  const [type, ...partners] = texts
  return type === wanted || partners.some((partner) => partner.includes(wanted))
}
