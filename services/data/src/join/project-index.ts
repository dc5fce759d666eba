import { admitProjectName, type Name } from '@landscape/contracts/admit'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { directorateOf, type Viewer } from '../timeline/viewer.ts'
import type { Landscape, Project } from './landscape.ts'
import { isSameString } from './use.ts'

interface ProjectIndex {
  /** A project by its slug, otherwise the first by its name, in any case. */
  find: (wanted: string) => Project | undefined
  /** The first project of a name. */
  named: (name: Name) => Project | undefined
  /** The projects that depend on a project, in stored order; each once. Of equal names, the first has them. */
  dependentsOf: (project: Project) => ReadonlySet<Project>
}

const NONE: ReadonlySet<Project> = new Set()

/** The projects of a landscape by slug, by name and by dependency. */
export const projectIndexOf = oncePerObject((projects: readonly Project[]): ProjectIndex => {
  const bySlug = new Map<string, Project>(projects.map((project) => [project.slug, project]))
  const byName = new Map(projects.toReversed().map((project) => [project.name, project]))
  const dependents = new Map<Name, Set<Project>>()
  for (const project of projects)
    for (const { name } of project.dependencies) {
      const known = dependents.get(name) ?? new Set()
      dependents.set(name, known.add(project))
    }
  return {
    find(wanted) {
      const name = admitProjectName(wanted)
      return (
        // A numbered slug can be longer than a name.
        bySlug.get(wanted.trim().toLowerCase()) ??
        (name && byName.get(name)) ??
        projects.find((project) => isSameString(project.name, wanted))
      )
    },
    named: (name) => byName.get(name),
    dependentsOf(project) {
      const { name } = project
      return (byName.get(name) === project && dependents.get(name)) || NONE
    },
  }
})

/** The value of a filter for the projects that name no programme. */
export const NO_PROGRAMME = '(no programme)'

/** The programme of a project, or a name for none. */
export function programmeOf({ programme }: Pick<Project, 'programme'>): string {
  return programme || NO_PROGRAMME
}

/** The programmes of the projects, and a name for none. */
export function programmesOf({ programmes, projects }: Landscape): readonly string[] {
  return projects.some(({ programme }) => programme === '')
    ? [...programmes, NO_PROGRAMME]
    : programmes
}

/** The stages of the projects, in alphabetical order. */
export function stagesOf({ projects }: Pick<Landscape, 'projects'>): string[] {
  return [...new Set(projects.map(({ stage }) => stage))].filter(Boolean).toSorted()
}

/** The path of the page of a project, with the rings of the directorate. */
export function projectLink({ slug }: Pick<Project, 'slug'>, viewer: Viewer): string {
  return urlWith(`/projects/${pathSegment(slug)}`, directorateOf(viewer))
}
