import { type NamedTechnologies, sectionsOf } from '@landscape/contracts/project-sections'
import type { StoredProject } from '@landscape/contracts/projects'
import type { Importance, Section } from './section-names.ts'

/** A technology as a project names it. */
export interface Use {
  spelling: string
  section: Section
  importance: Importance
}

/**
 * The technologies that a project names, in the order of its sections. `hosting.type` is a kind of hosting,
 * not a technology.
 */
export function usesOfProject(project: StoredProject): Use[] {
  const { architecture, hosting, sources, tools, miscellaneous } = sectionsOf(project)
  const uses = [
    ...usesIn(architecture.languages, 'languages'),
    ...usesIn(architecture.frameworks, 'frameworks'),
    ...usesIn(architecture.database, 'databases'),
    ...usesIn(architecture.infrastructure, 'infrastructure'),
    ...usesIn(architecture.cicd, 'cicd'),
    ...usesIn(architecture.publishing, 'publishing'),
    ...usesOf(hosting.details, 'hosting', 'main'),
    ...usesOf(
      sources.map(({ type }) => type),
      'source-control',
      'main',
    ),
    ...Object.values(tools).flatMap((tool) => usesIn(tool, 'tools')),
    ...usesOf(
      miscellaneous.map(({ name }) => name),
      'tools',
      'other',
    ),
  ]
  return uses.filter(({ spelling }) => spelling !== '')
}

function usesIn({ main, others }: NamedTechnologies, section: Section): Use[] {
  return [...usesOf(main, section, 'main'), ...usesOf(others, section, 'other')]
}

function usesOf(names: readonly string[], section: Section, importance: Importance): Use[] {
  return names.map((name) => ({ spelling: name.trim(), section, importance }))
}
