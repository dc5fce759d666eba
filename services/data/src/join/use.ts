import type { Project, Repository, Technology } from './landscape.ts'

/** The present users of a technology. */
export interface PresentUse {
  /** Projects that name it and are not retired. */
  projects: Project[]
  /** Repositories that contain it and are not archived. */
  repositories: Repository[]
}

/** The present use of a technology: the only definition of *in use*. */
export function useOf({
  projects,
  repositories,
}: Pick<Technology, 'projects' | 'repositories'>): PresentUse {
  return {
    projects: projects.map(({ project }) => project).filter(({ isRetired }) => !isRetired),
    repositories: repositories
      .map(({ repository }) => repository)
      .filter(({ isArchived }) => !isArchived),
  }
}

/** Whether a project that is not retired names a technology, or a repository that is not archived contains it. */
export function isInUse(technology: Pick<Technology, 'projects' | 'repositories'>): boolean {
  const { projects, repositories } = useOf(technology)
  return projects.length + repositories.length > 0
}
