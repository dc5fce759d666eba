import { lastUpdatedOf, repositoryOf } from '@landscape/contracts/repositories'
import { elementsOf } from '@landscape/contracts/json'
import type {
  ArrayDataDocument,
  DirectoratesDocument,
  ProjectsDocument,
  RadarDocument,
  RepositoriesDocument,
} from '@landscape/contracts/landscape'
import { projectOf } from '@landscape/contracts/projects'
import { indexNames, type TechnologyNamesDocument } from '@landscape/contracts/technology-names'
import { directoratesOf } from '../directorates/directorate-query.ts'
import { seenBy } from '../radar/seen-radar.ts'
import type { Landscape, Project, Repository } from './landscape.ts'
import { factsOf, mergedUses, type ProjectFacts, type UsedIn } from './project-facts.ts'
import { quadrantsOf, radarEntries, ringsOf } from './radar-entries.ts'
import { addressOfRepository, createLinkFinder } from './repositories.ts'
import { uniqueSlugs } from './slug.ts'
import { createDrafts, createFinder, type Draft, type Drafts } from './technology-drafts.ts'

/** The values of the documents that are joined. */
export interface LandscapeDocuments {
  projects: ProjectsDocument
  radar: RadarDocument
  repositories: RepositoriesDocument
  lists: ArrayDataDocument
  names: TechnologyNamesDocument
  directorates: DirectoratesDocument
}

/**
 * Joins the documents by the names of technologies, with the rings of the default directorate. Malformed parts are
 * omitted.
 *
 * A generator, so that `inSlices` can serve requests in the meantime; its result depends on the documents
 * alone.
 */
export function* joinLandscape(documents: LandscapeDocuments): Generator<void, Landscape> {
  const index = indexNames(documents.names)
  const drafts = createDrafts(index)
  const directorates = directoratesOf(documents.directorates)
  const source = seenBy(documents.radar, directorates)
  for (const entry of radarEntries(source)) {
    drafts.of(entry.title, 'entry').technology.entries.push(entry)
  }
  yield
  joinLists(documents.lists, drafts)
  yield
  const repositories = yield* joinRepositories(documents.repositories, drafts)
  const projects = yield* joinProjects(documents.projects, repositories, drafts)
  const technologies = yield* drafts.complete(repositories.length > 0)
  return {
    directorate: directorates.main,
    directorates,
    source,
    technologies,
    projects,
    repositories,
    repositoriesAsOf: lastUpdatedOf(documents.repositories),
    programmes: programmesOf(projects),
    rings: ringsOf(documents.radar),
    quadrants: quadrantsOf(documents.radar),
    seen: (entry) => entry,
    find: createFinder(technologies, index, drafts),
  }
}

function programmesOf(projects: readonly Project[]): string[] {
  const programmes = new Set(projects.map(({ programme }) => programme).filter(Boolean))
  return [...programmes].sort((a, b) => a.localeCompare(b, 'en'))
}

function joinLists(lists: ArrayDataDocument, drafts: Drafts): void {
  for (const [category, items] of Object.entries(lists)) {
    for (const item of elementsOf(items)) {
      if (typeof item !== 'string' || item.trim() === '') continue
      const { technology } = drafts.of(item.trim(), 'list')
      if (technology.lists.at(-1) !== category) technology.lists.push(category)
    }
  }
}

function* joinRepositories(
  document: RepositoriesDocument,
  drafts: Drafts,
): Generator<void, Repository[]> {
  const repositories: Repository[] = []
  for (const element of document.repositories) {
    yield
    const stored = repositoryOf(element)
    if (stored.isOpaque) continue
    const { name, url, visibility, isArchived, lastCommit } = stored
    const uses = new Map<Draft, { share: number | null; bytes: number }>()
    for (const { name, percentage: share, size } of stored.languages) {
      if (name.trim() === '') continue
      const draft = drafts.of(name.trim(), 'repository')
      const known = uses.get(draft)
      uses.set(draft, {
        share: known ? sum(known.share, share) : share,
        bytes: (known?.bytes ?? 0) + (size ?? 0),
      })
    }
    const languages = [...uses].map(([{ technology }, use]) => ({ technology, ...use }))
    const repository = {
      name,
      url,
      address: addressOfRepository(stored),
      visibility: visibility.toLowerCase(),
      isArchived,
      lastCommit,
      languages,
    }
    repositories.push(repository)
    for (const [{ technology }, use] of uses) technology.repositories.push({ repository, ...use })
  }
  return repositories
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b
}

function* joinProjects(
  document: ProjectsDocument,
  repositories: readonly Repository[],
  drafts: Drafts,
): Generator<void, Project[]> {
  const findTarget = yield* createLinkFinder(repositories)
  const joined: {
    project: Project & { slug: string }
    order: string
    uses: Map<Draft, readonly UsedIn[]>
  }[] = []
  for (const element of document.projects ?? []) {
    yield
    const stored = projectOf(element)
    if (stored.isOpaque) continue
    const { shown, slug, order, links, uses: bySpelling } = factsOf(stored)
    const uses = usesByTechnology(bySpelling, drafts)
    const targets = links.map(findTarget)
    const project = {
      ...shown,
      slug,
      stored,
      technologies: new Map([...uses].map(([{ technology }, sections]) => [technology, sections])),
      repositories: [...new Set(targets.flatMap(({ repository }) => repository ?? []))],
      unknownRepositories: [...new Set(targets.flatMap(({ unknown }) => unknown ?? []))],
    }
    joined.push({ project, order, uses })
  }
  const slugs = yield* uniqueSlugs(joined.values().map(({ project }) => project.slug))
  for (const [i, { project }] of joined.entries()) project.slug = slugs[i] ?? ''
  const ranked = joined.toSorted((a, b) => Number(a.order > b.order) - Number(a.order < b.order))
  yield
  for (const { project, uses } of ranked) {
    for (const [{ technology }, sections] of uses) technology.projects.push({ project, sections })
    yield
  }
  return joined.map(({ project }) => project)
}

/** The technologies of a project with their sections. */
function usesByTechnology(
  bySpelling: ProjectFacts['uses'],
  drafts: Drafts,
): Map<Draft, readonly UsedIn[]> {
  const uses = new Map<Draft, readonly UsedIn[]>()
  for (const [spelling, sections] of bySpelling) {
    const draft = drafts.of(spelling, 'project')
    const known = uses.get(draft)
    uses.set(draft, known ? mergedUses(known, sections) : sections)
  }
  return uses
}
