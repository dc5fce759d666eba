import type { Importance, Section } from '@landscape/contracts/technology-replies'
import { lastUpdatedOf, repositoryOf } from '@landscape/contracts/repositories'
import { elementsOf } from '@landscape/contracts/json'
import type {
  ArrayDataDocument,
  DirectoratesDocument,
  ProjectsDocument,
  RadarDocument,
  RepositoriesDocument,
} from '@landscape/contracts/landscape'
import { MAX_PROJECT_NAME, projectOf, type StoredProject } from '@landscape/contracts/projects'
import { indexNames, type TechnologyNamesDocument } from '@landscape/contracts/technology-names'
import { directoratesOf } from '../directorates/directorate-query.ts'
import { seenBy } from '../radar/seen-radar.ts'
import type { Landscape, Project, Repository } from './landscape.ts'
import { quadrantsOf, radarEntries, ringsOf } from './radar-entries.ts'
import { createLinkFinder, linksOf } from './repositories.ts'
import { createDrafts, createFinder, type Draft, type Drafts } from './technology-drafts.ts'
import { usesOfProject } from './uses-of-project.ts'

/** The values of the documents that are joined. */
export interface LandscapeDocuments {
  projects: ProjectsDocument
  radar: RadarDocument
  repositories: RepositoriesDocument
  lists: ArrayDataDocument
  names: TechnologyNamesDocument
  directorates: DirectoratesDocument
}

/** Stages that are shown first; `Unsupported` and retired projects are shown last. */
const STAGES = ['development', 'active support']
const UNSUPPORTED = 'unsupported'
const RETIRED = new Set(['retired', 'decommissioned', 'closed', 'archived'])

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
  const joined: { project: Project; uses: Map<Draft, Sections> }[] = []
  for (const element of document.projects ?? []) {
    yield
    const stored = projectOf(element)
    if (stored.isOpaque) continue
    const uses = sectionsByTechnology(stored, drafts)
    const targets = linksOf(stored).map(findTarget)
    const project = {
      ...namesOf(stored),
      ...stageOf(stored),
      technologies: new Set([...uses.keys()].map(({ technology }) => technology)),
      repositories: [...new Set(targets.flatMap(({ repository }) => repository ?? []))],
      unknownRepositories: [...new Set(targets.flatMap(({ unknown }) => unknown ?? []))],
    }
    joined.push({ project, uses })
  }
  // By stage, then by name.
  const ranked = joined.map((one) => ({ ...one, key: sortKeyOf(one.project) }))
  yield
  ranked.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
  yield
  for (const { project, uses } of ranked) {
    for (const [{ technology }, found] of uses) {
      const sections = [...found].map(([section, importance]) => ({ section, importance }))
      technology.projects.push({ project, sections })
    }
    yield
  }
  return joined.map(({ project }) => project)
}

type Sections = Map<Section, Importance>

/** The technologies of a project with their sections; in one of them a technology is main when any use is. */
function sectionsByTechnology(project: StoredProject, drafts: Drafts): Map<Draft, Sections> {
  const uses = new Map<Draft, Sections>()
  const counted = new Set<string>()
  for (const { spelling, section, importance } of usesOfProject(project)) {
    const draft = drafts.of(spelling, counted.has(spelling) ? undefined : 'project')
    counted.add(spelling)
    const sections: Sections = uses.get(draft) ?? new Map()
    if (importance === 'main' || !sections.has(section)) sections.set(section, importance)
    uses.set(draft, sections)
  }
  return uses
}

function namesOf(
  project: StoredProject,
): Pick<Project, 'name' | 'shortName' | 'description' | 'programme'> {
  // Lists repeat the names of projects and programmes.
  const nameOf = (text: string) => text.trim().slice(0, MAX_PROJECT_NAME)
  const shortName = nameOf(project.shortName)
  return {
    name: nameOf(project.name) || shortName || '(no name)',
    shortName,
    description: project.description.trim(),
    programme: nameOf(project.programme) || nameOf(project.programmeShortName),
  }
}

function stageOf(project: StoredProject): Pick<Project, 'stage' | 'isRetired'> {
  const stage = project.stage.trim()
  return { stage, isRetired: RETIRED.has(stage.toLowerCase()) }
}

function sortKeyOf(project: Project): string {
  return `${rankOf(project)} ${project.name.toLowerCase()}`
}

function rankOf({ stage, isRetired }: Project): number {
  if (isRetired) return STAGES.length + 2
  const known = STAGES.indexOf(stage.toLowerCase())
  if (known >= 0) return known
  return stage.toLowerCase() === UNSUPPORTED ? STAGES.length + 1 : STAGES.length
}
