import { admitKey } from '@landscape/contracts/admit'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { Landscape, Project, Repository, Technology } from './landscape.ts'

/** The present users of a technology. */
export interface PresentUse {
  /** Projects that name it and are not retired. */
  projects: Project[]
  /** Repositories that contain it and are not archived. */
  repositories: Repository[]
}

/** The present use of a joined technology: the only definition of *in use*. */
export const useOf = oncePerObject(
  ({ projects, repositories }: Pick<Technology, 'projects' | 'repositories'>): PresentUse => ({
    projects: projects.map(({ project }) => project).filter(({ isRetired }) => !isRetired),
    repositories: repositories
      .map(({ repository }) => repository)
      .filter(({ isArchived }) => !isArchived),
  }),
)

/** Whether a project that is not retired names a technology, or a repository that is not archived contains it. */
export function isInUse(technology: Pick<Technology, 'projects' | 'repositories'>): boolean {
  const { projects, repositories } = useOf(technology)
  return projects.length + repositories.length > 0
}

const LANGUAGES = 'languages'

/**
 * Whether the scan of repositories can contain a technology. It lists languages only, so the absence of anything else
 * proves nothing. A language is what the scan lists in a repository, or an entry of the quadrant with the id or name
 * `Languages`: a quadrant that mixes languages with others, or has another name, proves nothing either.
 */
export function isLanguage({
  repositories,
  entries,
}: Pick<Technology, 'repositories' | 'entries'>): boolean {
  return (
    repositories.length > 0 ||
    entries.some(({ quadrant: { id, name } }) =>
      [id, name].some((one) => admitKey(one) === LANGUAGES),
    )
  )
}

/** Number of repositories that contain a technology, archived ones included; null when it is not scanned. */
export function repositoryCount({
  repositories,
  isScanned,
}: Pick<Technology, 'repositories' | 'isScanned'>): number | null {
  return isScanned ? repositories.length : null
}

/** Number of stored repositories; null without a scan, because nothing is known about them. */
export function scannedTotal({ repositories }: Pick<Landscape, 'repositories'>): number | null {
  return repositories.length || null
}

/** Whether the radar has entries, a project is stored, and a repository is stored. */
export interface Sources {
  readonly hasEntries: boolean
  readonly hasProjects: boolean
  readonly hasScan: boolean
}

/** The sources of a landscape that have something. */
export function sourcesOf({
  source,
  projects,
  repositories,
}: Pick<Landscape, 'source' | 'projects' | 'repositories'>): Sources {
  return {
    hasEntries: source.radar.entries.length > 0,
    hasProjects: projects.length > 0,
    hasScan: repositories.length > 0,
  }
}

/** Whether anonymous callers may see a repository. */
export function isPublic({ visibility }: Pick<Repository, 'visibility'>): boolean {
  return visibility === 'public'
}

/** Whether each repository of a project is public. A link that fits none may be to one that is not. */
export function isAllPublic({
  repositories,
  unknownRepositories,
}: Pick<Project, 'repositories' | 'unknownRepositories'>): boolean {
  return repositories.every(isPublic) && unknownRepositories.length === 0
}

/** Whether two strings are equal, ignoring case. */
export function isSameString(value: string | undefined, wanted: string): boolean {
  return value?.toLowerCase() === wanted.toLowerCase()
}
