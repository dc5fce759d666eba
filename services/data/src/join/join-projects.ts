import type { Name, NameKey, Slug } from '@landscape/contracts/admit'
import { sorted } from './sorted.ts'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { projectOf, type StoredProject } from '@landscape/contracts/projects'
import { admittedKeys, type AdmittedKeys } from './admitted-keys.ts'
import type { Project, Repository } from './landscape.ts'
import { factsOf, mergedUses, type ProjectFacts, type UsedIn } from './project-facts.ts'
import { createLinkFinder } from './repositories.ts'
import { uniqueSlugs } from './slug.ts'
import type { Draft, Drafts } from './technology-drafts.ts'

interface Names {
  drafts: Drafts
  resolve: (name: Name) => NameKey
  /** Whether a source other than a project names it. */
  isNamed: (key: NameKey) => boolean
}

/** The projects, and the number of names that only projects know and that do not take part. */
export function* joinProjects(
  document: ProjectsDocument,
  repositories: readonly Repository[],
  { drafts, resolve, isNamed }: Names,
): Generator<void, { projects: Project[]; projectNames: number }> {
  const findTarget = yield* createLinkFinder(repositories)
  const stored: { project: StoredProject; facts: ProjectFacts }[] = []
  for (const element of document.projects ?? []) {
    yield
    const project = projectOf(element)
    if (!project.isOpaque) stored.push({ project, facts: factsOf(project) })
  }
  const admitted = yield* admittedKeys(
    stored.map(({ facts }) => facts),
    resolve,
    isNamed,
  )
  const joined: { project: Project & { slug: Slug; technologies: Uses }; order: string }[] = []
  for (const { project: stores, facts } of stored) {
    yield
    const uses = admitted.leftOut === 0 ? facts.uses : usesOf(admitted, facts.uses, resolve)
    const targets = facts.links.map(findTarget)
    const project = {
      ...facts.shown,
      slug: facts.slug,
      stored: stores,
      technologies: usesByTechnology(uses, drafts),
      leftOut: { ...facts.leftOut, names: facts.leftOut.names + facts.uses.size - uses.size },
      repositories: [...new Set(targets.flatMap(({ repository }) => repository ?? []))],
      unknownRepositories: [...new Set(targets.flatMap(({ unknown }) => unknown ?? []))],
    }
    joined.push({ project, order: facts.order })
  }
  const slugs = yield* uniqueSlugs(joined.values().map(({ project }) => project.slug))
  for (const [i, { project }] of joined.entries()) project.slug = slugs[i] as Slug
  const ranked = yield* sorted(joined, (a, b) => byCodeUnit(a.order, b.order))
  for (const { project } of ranked) {
    for (const [technology, sections] of project.technologies)
      technology.projects.push({ project, sections })
    yield
  }
  return { projects: joined.map(({ project }) => project), projectNames: admitted.leftOut }
}

type Uses = Map<Draft['technology'], readonly UsedIn[]>

function usesOf(
  admitted: AdmittedKeys,
  uses: ProjectFacts['uses'],
  resolve: Names['resolve'],
): ProjectFacts['uses'] {
  return new Map([...uses].filter(([name]) => admitted.has(resolve(name))))
}

/** The technologies of a project with their sections. */
function usesByTechnology(bySpelling: ProjectFacts['uses'], drafts: Drafts): Uses {
  const uses: Uses = new Map()
  for (const [spelling, sections] of bySpelling) {
    const { technology } = drafts.of(spelling, 'project')
    const known = uses.get(technology)
    uses.set(technology, known ? mergedUses(known, sections) : sections)
  }
  return uses
}
