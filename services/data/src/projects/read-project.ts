import { inSlices } from '@landscape/contracts/async/in-slices'
import { createDomainFilter } from '../csv/columns.ts'
import type { ReadDrift } from '../drift/read-drift.ts'
import { projectIndexOf } from '../join/project-index.ts'
import { notFound, type SimilarNames } from '../reads/legal-values.ts'
import { projectDetails } from './project.ts'

export interface ProjectSources {
  readDrift: ReadDrift
  similarNames: SimilarNames
  /** E-mail domains that contacts may have; `*` = any. */
  contactDomains: readonly string[]
  /** Whether contacts are shown to anonymous callers. */
  openContacts: boolean
}

export type ReadProject = ReturnType<typeof createProjectReader>

/** Creates the function that reads the version of one project with the findings about it. */
export function createProjectReader({
  readDrift,
  similarNames,
  contactDomains,
  openContacts,
}: ProjectSources) {
  const inDomain = createDomainFilter(contactDomains)
  return async (slug: string, directorate: string | undefined) => {
    const version = await readDrift(directorate)
    const load = async (isSignedIn: boolean) => {
      const drift = await version.load()
      const project = projectIndexOf(drift.landscape.projects).find(slug)
      if (!project) throw notFound('project', await similarNames(drift, slug, 'project'))
      const mayShow = openContacts || isSignedIn ? inDomain : () => false
      const details = await inSlices(projectDetails(project, drift, { isSignedIn, mayShow }))
      return { details, landscape: drift.landscape }
    }
    return { version, load, name: ['project', slug, version.directorate.id] }
  }
}
