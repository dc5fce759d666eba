import type { Landscape, Project, Repository, Technology } from '../join/landscape.ts'
import { projectLink } from '../join/project-index.ts'
import { isPublic } from '../join/use.ts'
import { finding, type FoundDrift } from './finding.ts'

/** A language below this percentage of a repository need not be named by the project. */
const MIN_SHARE = 10

/** One finding for each project and language: the repository with the maximum share. */
export function undeclaredLanguages({ projects, find }: Landscape): FoundDrift[] {
  return projects.flatMap((project) => {
    const found = new Map<Technology, { share: number; repository: Repository }>()
    for (const repository of project.repositories)
      for (const { technology, share } of repository.languages) {
        if (share === null || share < MIN_SHARE || project.technologies.has(technology)) continue
        if (share > (found.get(technology)?.share ?? 0))
          found.set(technology, { share, repository })
      }
    return [...found].map(([technology, { share, repository }]) =>
      // Projects and repositories are the same for all directorates; the link is not.
      finding('undeclared-language', find(technology.slug) ?? technology, {
        evidence: undeclared(project, technology, share, repository.name),
        ...(!isPublic(repository) && {
          publicEvidence: undeclared(project, technology, share, 'a repository'),
        }),
        projects: [project],
        count: share,
        subject: { type: 'project', name: project.name },
      }),
    )
  })
}

/** The evidence of an undeclared language. */
function undeclared(
  project: Project,
  technology: Technology,
  share: number,
  repository: string,
): string {
  return `${technology.name} makes up ${share} % of ${repository}, but ${project.name} does not declare it`
}

/** One finding for each project and address. */
export function unknownRepositories({ projects, ...landscape }: Landscape): FoundDrift[] {
  return projects.flatMap((project) =>
    project.unknownRepositories.map((address) => ({
      kind: 'unknown-repository',
      technology: null,
      ring: null,
      subject: { type: 'project', name: project.name },
      evidence: `${project.name} links to ${address}, but the scan contains no such repository`,
      count: 1,
      concerned: [project],
      repositoryTotal: null,
      link: projectLink(project, landscape),
    })),
  )
}
