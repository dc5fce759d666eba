import type { Landscape, Project, Technology } from './landscape.ts'
import { programmeOf, projectIndexOf } from './project-index.ts'
import { isAllPublic, isSameString } from './use.ts'

/** The projects whose use is counted; all without a value. */
export interface UserFilter {
  /** Name of a programme, in any case; `NO_PROGRAMME`: the projects that name none. */
  programme?: string | undefined
  /** Slug or name of a project. */
  project?: string | undefined
  /** These only. */
  projects?: readonly Project[] | undefined
}

/**
 * The part of a landscape that the projects of a filter use: the only function that applies these filters to
 * technologies. Its technologies are those that a programme names or its repositories contain, or that a project
 * names. `find` finds a technology with all its uses, and `repositories` are all. Anonymous callers do not know the use
 * by the repositories of one project when they may not see all of these.
 */
export function narrowed(
  landscape: Landscape,
  { programme, project, projects = landscape.projects }: UserFilter,
  isSignedIn: boolean,
): Landscape {
  if (programme === undefined && project === undefined && projects === landscape.projects)
    return landscape
  const part = usedBy(landscape, projects.filter(isUserOf(landscape, { programme, project })))
  if (project === undefined) return part
  const named = part.technologies.filter((one) => one.projects.length > 0)
  const isKnown = isSignedIn || part.projects.every(isAllPublic)
  const unknown = { repositories: [], isScanned: false }
  return { ...part, technologies: isKnown ? named : named.map((one) => ({ ...one, ...unknown })) }
}

/** Creates the function that selects the projects of a filter. */
function isUserOf(
  { projects }: Pick<Landscape, 'projects'>,
  { programme, project }: Pick<UserFilter, 'programme' | 'project'>,
): (one: Project) => boolean {
  const wanted = project === undefined ? undefined : projectIndexOf(projects).find(project)
  return (one) =>
    (programme === undefined || isSameString(programmeOf(one), programme)) &&
    (project === undefined || one === wanted)
}

/** The part of a landscape that some of its projects use. A retired project does not use its repositories. */
function usedBy(landscape: Landscape, projects: readonly Project[]): Landscape {
  const users = new Set(projects)
  const present = projects.filter(({ isRetired }) => !isRetired)
  const repositories = new Set(present.flatMap((project) => project.repositories))
  const used = new Set<Technology['slug']>()
  for (const { technologies } of projects)
    for (const { slug } of technologies.keys()) used.add(slug)
  for (const { languages } of repositories)
    for (const { technology } of languages) used.add(technology.slug)
  const technologies = landscape.technologies
    .filter(({ slug }) => used.has(slug))
    .map((one) => ({
      ...one,
      projects: one.projects.filter(({ project }) => users.has(project)),
      repositories: one.repositories.filter(({ repository }) => repositories.has(repository)),
    }))
  return { ...landscape, projects, technologies }
}
