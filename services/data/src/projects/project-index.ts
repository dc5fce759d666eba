import { oncePerObject } from '@landscape/contracts/once-per-object'
import { urlWith } from '@landscape/contracts/url-with'
import { dependableName } from '../csv/dependencies.ts'
import { directorateOf, type Viewer } from '../directorates/viewer.ts'
import type { Project } from '../join/landscape.ts'

interface ProjectIndex {
  /** A project by its slug, otherwise the first by its name. */
  find: (wanted: string) => Project | undefined
  /** The first project of a name by which others refer to it, as `/api/csv` does. */
  named: (name: string) => Project | undefined
  /** The projects that depend on a project, in stored order; each once. Of equal names, the first has them. */
  dependentsOf: (project: Project) => ReadonlySet<Project>
}

const NONE: ReadonlySet<Project> = new Set()

/** The projects of a landscape by slug, by name and by dependency. */
export const projectIndexOf = oncePerObject((projects: readonly Project[]): ProjectIndex => {
  const bySlug = new Map(projects.map((project) => [project.slug, project]))
  const byName = new Map(
    projects.toReversed().map((project) => [dependableName(project.stored), project]),
  )
  const dependents = new Map<string, Set<Project>>()
  for (const project of projects)
    for (const { name } of project.stored.dependencies) {
      const known = dependents.get(name) ?? new Set()
      dependents.set(name, known.add(project))
    }
  return {
    find: (wanted) => bySlug.get(wanted.toLowerCase()) ?? byName.get(wanted),
    named: (name) => byName.get(name),
    dependentsOf(project) {
      const name = dependableName(project.stored)
      return (byName.get(name) === project && dependents.get(name)) || NONE
    },
  }
})

/** The path of the page of a project, with the rings of the directorate. */
export function projectLink({ slug }: Pick<Project, 'slug'>, viewer: Viewer): string {
  return urlWith(`/projects/${encodeURIComponent(slug)}`, directorateOf(viewer))
}
