import {
  type Address,
  admitLink,
  admitName,
  admitProjectName,
  MAX_PROJECT_DEPENDENCIES,
  MAX_PROJECT_LINKS,
  MAX_PROJECT_NAMES,
  type Name,
  type Slug,
  slugOf,
} from '@landscape/contracts/admit'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { StoredProject } from '@landscape/contracts/projects'
import type { Importance, Section } from './section-names.ts'
import type { Project } from './landscape.ts'
import { linksOf } from './repositories.ts'
import { type NamedTechnologies, sectionsOf } from '@landscape/contracts/project-sections'

/** A section in which a project names a technology. */
export interface UsedIn {
  section: Section
  importance: Importance
}

/** The parts of a project that do not depend on other documents. */
export interface ProjectFacts {
  shown: Pick<
    Project,
    'name' | 'shortName' | 'description' | 'programme' | 'stage' | 'isRetired' | 'dependencies'
  >
  /** Of its name; other projects can have it as well. */
  slug: Slug
  /** Orders projects by stage, then by name. */
  order: string
  /** Its owner, else its first contact: whose names they are. */
  owner: string
  /** Addresses to which it links as its source code. */
  links: readonly Address[]
  /** By the spelling of a technology; each section once. */
  uses: ReadonlyMap<Name, readonly UsedIn[]>
  leftOut: Project['leftOut']
}

/** Stages that are shown first; `Unsupported` and retired projects are shown last. */
const STAGES = ['development', 'active support']
const UNSUPPORTED = 'unsupported'
const RETIRED = new Set(['retired', 'decommissioned', 'closed', 'archived'])

const NO_NAME = admitProjectName('(no name)') as Name
const NO_SLUG = slugOf(admitName('project') as Name)

/** The facts of a project, collected once: an edit replaces only the records that it changes. */
export const factsOf = oncePerObject((project: StoredProject): ProjectFacts => {
  const names = admitted(
    usesOfProject(project),
    MAX_PROJECT_NAMES,
    ({ spelling }) => spelling,
    admitName,
  )
  const links = admitted(linksOf(project), MAX_PROJECT_LINKS, (url) => url, admitLink)
  const { dependencies, ...others } = dependenciesOf(project)
  const shown = {
    ...namesOf(project),
    ...stageOf(project),
    dependencies,
  }
  return {
    shown,
    slug: slugOf(shown.name) || NO_SLUG,
    order: `${rankOf(shown)} ${shown.name.toLowerCase()}`,
    owner: project.owner ?? project.contacts.values().next().value ?? '',
    links: [...links.terms.keys()],
    uses: new Map([...names.terms].map(([name, uses]) => [name, mergedUses(uses, [])])),
    leftOut: {
      names: names.leftOut,
      links: links.leftOut,
      dependencies: others.leftOut,
    },
  }
})

/** The first dependencies, and the number of the others. */
function dependenciesOf(project: StoredProject) {
  const dependencies: { name: Name; description: string }[] = []
  for (const { name: text, description = '' } of project.dependencies) {
    const name = dependencies.length < MAX_PROJECT_DEPENDENCIES ? admitName(text) : undefined
    if (name) dependencies.push({ name, description })
  }
  return { dependencies, leftOut: project.dependencies.length - dependencies.length }
}

/**
 * The elements by their terms, in stored order: those of the first terms, up to a maximum number of terms. The number
 * of other strings, each counted once.
 */
function admitted<E, T extends string>(
  elements: readonly E[],
  max: number,
  textOf: (element: E) => string,
  admit: (text: string) => T | undefined,
): { terms: Map<T, E[]>; leftOut: number } {
  const terms = new Map<T, E[]>()
  const known = new Map<string, E[] | undefined>()
  let leftOut = 0
  for (const element of elements) {
    const text = textOf(element)
    if (!known.has(text)) {
      const term = terms.size < max ? admit(text) : undefined
      const its = term && (terms.get(term) ?? [])
      if (term && its) terms.set(term, its)
      else if (text.trim() !== '') leftOut++
      known.set(text, its)
    }
    known.get(text)?.push(element)
  }
  return { terms, leftOut }
}

/** Joins the sections of two spellings; in one of them a technology is main when any use is. */
export function mergedUses(one: readonly UsedIn[], other: readonly UsedIn[]): readonly UsedIn[] {
  const importances = new Map<Section, Importance>()
  for (const { section, importance } of [...one, ...other])
    if (importance === 'main' || !importances.has(section)) importances.set(section, importance)
  return kept([...importances].map(([section, importance]) => ({ section, importance })))
}

/** Maximum number of kept lists: those of one spelling are fewer. */
const MAX_KEPT = 60_000
const LISTS = new Map<string, readonly UsedIn[]>()

/** The same list for the same uses: a million names have few different ones. */
function kept(uses: readonly UsedIn[]): readonly UsedIn[] {
  const key = uses.map(({ section, importance }) => `${section} ${importance}`).join()
  const known = LISTS.get(key)
  if (!known && LISTS.size < MAX_KEPT) LISTS.set(key, uses)
  return known ?? uses
}

function namesOf(
  project: StoredProject,
): Pick<Project, 'name' | 'shortName' | 'description' | 'programme'> {
  const shortName = admitProjectName(project.shortName) ?? ''
  return {
    name: admitProjectName(project.name) ?? (shortName || NO_NAME),
    shortName,
    description: project.description.trim(),
    programme: admitName(project.programme) ?? admitName(project.programmeShortName) ?? '',
  }
}

function stageOf(project: StoredProject): Pick<Project, 'stage' | 'isRetired'> {
  const stage = admitName(project.stage) ?? ''
  return { stage, isRetired: RETIRED.has(stage.toLowerCase()) }
}

function rankOf({ stage, isRetired }: Pick<Project, 'stage' | 'isRetired'>): number {
  if (isRetired) return STAGES.length + 2
  const known = STAGES.indexOf(stage.toLowerCase())
  if (known >= 0) return known
  return stage.toLowerCase() === UNSUPPORTED ? STAGES.length + 1 : STAGES.length
}

/** A technology as a project names it. */
interface Use {
  spelling: string
  section: Section
  importance: Importance
}

/**
 * The technologies that a project names, in the order of its sections. `hosting.type` is a kind of hosting,
 * not a technology.
 */
function usesOfProject(project: StoredProject): Use[] {
  const { architecture, hosting, sources, tools, miscellaneous } = sectionsOf(project)
  const uses = [
    ...usesIn(architecture.languages, 'languages'),
    ...usesIn(architecture.frameworks, 'frameworks'),
    ...usesIn(architecture.database, 'databases'),
    ...usesIn(architecture.infrastructure, 'infrastructure'),
    ...usesIn(architecture.cicd, 'cicd'),
    ...usesIn(architecture.publishing, 'publishing'),
    ...usesOf(hosting.details, 'hosting', 'main'),
    ...usesOf(
      sources.map(({ type }) => type),
      'source-control',
      'main',
    ),
    ...Object.values(tools).flatMap((tool) => usesIn(tool, 'tools')),
    ...usesOf(
      miscellaneous.map(({ name }) => name),
      'tools',
      'other',
    ),
  ]
  return uses.filter(({ spelling }) => spelling !== '')
}

function usesIn({ main, others }: NamedTechnologies, section: Section): Use[] {
  return [...usesOf(main, section, 'main'), ...usesOf(others, section, 'other')]
}

function usesOf(names: readonly string[], section: Section, importance: Importance): Use[] {
  return names.map((name) => ({ spelling: name.trim(), section, importance }))
}
