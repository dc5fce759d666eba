import type { Landscape, Project, Repository, Technology } from '../join/landscape.ts'
import { projectLink } from '../join/project-index.ts'
import { isPublic } from '../join/use.ts'
import { finding, type FoundDrift } from './finding.ts'

/** A language below this percentage of a repository need not be named by the project. */
const MIN_SHARE = 10

/** One finding for each project and language: the repository with the maximum share. */
export function undeclaredLanguages({ projects, find }: Landscape): FoundDrift[] {
  return projects.flatMap((project) => {
    const proofs = undeclaredIn(project, project.repositories)
    const visible = project.repositories.filter(isPublic)
    const isAllVisible = visible.length === project.repositories.length
    const publicFound = isAllVisible ? proofs : undeclaredIn(project, visible)
    return [...proofs].map(([technology, proof]) =>
      // Projects and repositories are the same for all directorates; the link is not.
      finding('undeclared-language', find(technology.slug) ?? technology, {
        ...proof,
        forAnonymous: publicFound.get(technology) ?? null,
        projects: [project],
        subject: { type: 'project', name: project.name },
      }),
    )
  })
}

/** The languages of repositories that a project does not name, each with the repository of the maximum share. */
function undeclaredIn({ name, technologies }: Project, repositories: readonly Repository[]) {
  const proofs = new Map<Technology, Pick<FoundDrift, 'evidence' | 'count'>>()
  for (const repository of repositories)
    for (const { technology, share } of repository.languages) {
      if (share === null || share < MIN_SHARE || technologies.has(technology)) continue
      if (share <= (proofs.get(technology)?.count ?? 0)) continue
      const evidence = `${technology.name} makes up ${share} % of ${repository.name}, but ${name} does not declare it`
      proofs.set(technology, { evidence, count: share })
    }
  return proofs
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
