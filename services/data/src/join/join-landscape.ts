import {
  admitName,
  compareLines,
  MAX_ENTRIES,
  MAX_LIST_ITEMS,
  type Name,
  type NameKey,
} from '@landscape/contracts/admit'
import { lastUpdatedOf, repositoryOf } from '@landscape/contracts/repositories'
import { elementsOf } from '@landscape/contracts/json'
import type {
  ArrayDataDocument,
  DirectoratesDocument,
  ProjectsDocument,
  RadarDocument,
  RepositoriesDocument,
} from '@landscape/contracts/landscape'
import { indexNames, type TechnologyNamesDocument } from '@landscape/contracts/technology-names'
import { directoratesOf } from '../timeline/directorate-query.ts'
import { radarViewFor } from '../timeline/radar-view.ts'
import { joinProjects } from './join-projects.ts'
import type { Landscape, Project, Repository } from './landscape.ts'
import type { RadarEntry } from '../timeline/radar-entries.ts'
import { quadrantsOf, radarEntries, ringsOf } from '../timeline/radar-entries.ts'
import { addressOfRepository } from './repositories.ts'
import { createDrafts, createFinder, type Draft, type Drafts } from './technology-drafts.ts'

/** Maximum number of languages of repositories that take part. */
const MAX_LANGUAGES = 2_000

/** The values of the documents that are joined. */
export interface LandscapeDocuments {
  projects: ProjectsDocument
  radar: RadarDocument
  repositories: RepositoriesDocument
  lists: ArrayDataDocument
  names: TechnologyNamesDocument
  directorates: DirectoratesDocument
}

/** The values of documents that do not exist. */
export const NO_DOCUMENTS: LandscapeDocuments = {
  projects: {},
  radar: { title: '', quadrants: [], rings: [], entries: [] },
  repositories: { repositories: [] },
  lists: {},
  names: [],
  directorates: [],
}

/**
 * Joins the documents by the names of technologies, with the rings of the default directorate. Malformed parts are
 * omitted.
 *
 * A generator, so that `inSlices` can serve requests in the meantime; its result depends on the documents
 * and the day alone.
 *
 * @param day an instant of the reference day; by default every position counts
 */
export function* joinLandscape(
  documents: LandscapeDocuments,
  day = Infinity,
): Generator<void, Landscape> {
  const index = indexNames(documents.names)
  const drafts = createDrafts(index)
  const directorates = directoratesOf(documents.directorates)
  const source = radarViewFor(documents.radar, directorates, directorates.main, day)
  const entries = joinEntries(radarEntries(source), drafts)
  yield
  const listItems = joinLists(documents.lists, drafts)
  yield
  const { repositories, languages } = yield* joinRepositories(documents.repositories, drafts)
  const isNamed = (key: NameKey) => (drafts.find(key) ?? index.named(key)) !== undefined
  const { projects, projectNames } = yield* joinProjects(documents.projects, repositories, {
    drafts,
    resolve: (name) => index.resolve(name),
    isNamed,
  })
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
    leftOut: { entries, listItems, languages, projectNames },
    rings: ringsOf(documents.radar),
    quadrants: quadrantsOf(documents.radar),
    entryFor: (entry) => entry,
    find: createFinder(technologies, index, drafts),
  }
}

function programmesOf(projects: readonly Project[]): Name[] {
  const programmes = new Set(projects.flatMap(({ programme }) => programme || []))
  return [...programmes].sort(compareLines)
}

/** @returns the number of entries that do not take part */
function joinEntries(entries: readonly RadarEntry[], drafts: Drafts): number {
  const admitted = entries.slice(0, MAX_ENTRIES).filter(({ name }) => name !== undefined)
  for (const entry of admitted)
    if (entry.name) drafts.of(entry.name, 'entry').technology.entries.push(entry)
  return entries.length - admitted.length
}

/** @returns the number of items that do not take part */
function joinLists(lists: ArrayDataDocument, drafts: Drafts): number {
  let [admitted, leftOut] = [0, 0]
  for (const [category, items] of Object.entries(lists)) {
    for (const item of elementsOf(items)) {
      if (typeof item !== 'string' || item.trim() === '') continue
      const name = admitted < MAX_LIST_ITEMS ? admitName(item) : undefined
      if (!name) {
        leftOut++
        continue
      }
      admitted++
      const { technology } = drafts.of(name, 'list')
      if (technology.lists.at(-1) !== category) technology.lists.push(category)
    }
  }
  return leftOut
}

/** The parts of the repositories that do not depend on other documents. */
interface RepositoryFacts {
  repositories: readonly {
    shown: Omit<Repository, 'languages'>
    /** `language`: position in `names`. */
    uses: readonly { language: number; share: number | null; bytes: number }[]
  }[]
  /** Names of the languages, each with its position and the number of its uses. */
  names: ReadonlyMap<Name, { readonly position: number; readonly uses: number }>
  leftOut: number
}

const factsOfVersions = new WeakMap<RepositoriesDocument, RepositoryFacts>()

/** The facts of a version of the repositories, collected once: most versions of a landscape differ in projects. */
function* factsOfRepositories(document: RepositoriesDocument): Generator<void, RepositoryFacts> {
  const known = factsOfVersions.get(document)
  if (known) return known
  const repositories: RepositoryFacts['repositories'][number][] = []
  const languages = admitLanguages()
  const names = new Map<Name, { position: number; uses: number }>()
  for (const element of document.repositories) {
    yield
    const stored = repositoryOf(element)
    if (stored.isOpaque) continue
    const { name, url, visibility, isArchived, lastCommit } = stored
    const uses = stored.languages.flatMap(({ name, percentage: share, size }) => {
      const admitted = languages.admit(name)
      if (!admitted) return []
      const language = names.get(admitted) ?? { position: names.size, uses: 0 }
      language.uses++
      names.set(admitted, language)
      return { language: language.position, share, bytes: size ?? 0 }
    })
    const address = addressOfRepository(stored)
    const shown = {
      name,
      url,
      address,
      visibility: visibility.toLowerCase(),
      isArchived,
      lastCommit,
    }
    repositories.push({ shown, uses })
  }
  const facts = { repositories, names, leftOut: languages.leftOut() }
  factsOfVersions.set(document, facts)
  return facts
}

type JoinedLanguage = Repository['languages'][number] & Pick<Draft, 'technology'>

/** The repositories, and the number of their languages that do not take part. */
function* joinRepositories(
  document: RepositoriesDocument,
  drafts: Drafts,
): Generator<void, { repositories: Repository[]; languages: number }> {
  const facts = yield* factsOfRepositories(document)
  const technologies = [...facts.names].map(
    ([name, { uses }]) => drafts.of(name, 'repository', uses).technology,
  )
  const repositories: Repository[] = []
  for (const { shown, uses } of facts.repositories) {
    yield
    const byTechnology = new Map<Draft['technology'], JoinedLanguage>()
    for (const { language, share, bytes } of uses) {
      const technology = technologies[language] as Draft['technology']
      const known = byTechnology.get(technology)
      byTechnology.set(technology, {
        technology,
        share: known ? sum(known.share, share) : share,
        bytes: (known?.bytes ?? 0) + bytes,
      })
    }
    const repository = { ...shown, languages: [...byTechnology.values()] }
    repositories.push(repository)
    for (const { technology, share, bytes } of repository.languages)
      technology.repositories.push({ repository, share, bytes })
  }
  return { repositories, languages: facts.leftOut }
}

/** Admits the first languages, by their spelling. */
function admitLanguages() {
  const admitted = new Map<string, Name>()
  const others = new Set<string>()
  return {
    admit(text: string): Name | undefined {
      const known = admitted.get(text)
      if (known || text.trim() === '') return known
      const name = admitted.size < MAX_LANGUAGES ? admitName(text) : undefined
      if (name) admitted.set(text, name)
      else others.add(text)
      return name
    },
    leftOut: () => others.size,
  }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b
}
