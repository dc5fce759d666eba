import { setImmediate } from 'node:timers/promises'
import { facetOf, FILTERS, folded, type Facet } from './facets.ts'
import type { Project } from './project.ts'

/** Wanted values by filter; a filter without values does not restrict. */
export type Filter = Partial<Record<Facet, readonly string[]>>

/** Sections that a caller may choose instead of whole projects. */
const SECTIONS = ['user', 'details', 'developed', 'source_control', 'architecture']

/** A search goes on for so long before others have their turn. */
const TURN_MS = 5

/**
 * Projects that pass every filter, in stored order. Case does not matter. Other callers are served
 * meanwhile.
 */
export async function filterProjects(
  projects: readonly Project[],
  filter: Filter,
): Promise<Project[]> {
  const tests = FILTERS.flatMap((name) => {
    const wanted = new Set((filter[name] ?? []).map(folded))
    return wanted.size === 0 ? [] : [testOf(name, wanted)]
  })
  const found: Project[] = []
  let began = performance.now()
  for (const project of projects) {
    if (tests.every((passes) => passes(project))) found.push(project)
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
  return found
}

/** The chosen sections of a project, or all of it when no known section is chosen. */
export function selectSections(project: Project, chosen: readonly string[]): Project {
  const sections = SECTIONS.filter((section) => chosen.includes(section))
  if (sections.length === 0) return project
  return Object.fromEntries(Object.entries(project).filter(([key]) => sections.includes(key)))
}

function testOf(name: Facet, wanted: ReadonlySet<string>): (project: Project) => boolean {
  const values = [...wanted]
  switch (name) {
    case 'developed':
      // The first text is the type, the others are partners.
      return (project) =>
        facetOf(project, name).some((text, i) =>
          i === 0 ? wanted.has(text) : values.some((value) => text.includes(value)),
        )
    case 'source_control':
      return (project) =>
        values.every((value) => facetOf(project, name).some((text) => text.includes(value)))
    default:
      return (project) => facetOf(project, name).some((text) => wanted.has(text))
  }
}
