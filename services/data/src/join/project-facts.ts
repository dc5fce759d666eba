import { oncePerObject } from '@landscape/contracts/once-per-object'
import { slugOf } from '@landscape/contracts/slug'
import { MAX_PROJECT_NAME, type StoredProject } from '@landscape/contracts/projects'
import type { Importance, Section } from '@landscape/contracts/technology-replies'
import type { Project } from './landscape.ts'
import { addressOf, linksOf } from './repositories.ts'
import { usesOfProject } from './uses-of-project.ts'

/** A section in which a project names a technology. */
export interface UsedIn {
  section: Section
  importance: Importance
}

/** The parts of a project that do not depend on other documents. */
export interface ProjectFacts {
  shown: Pick<Project, 'name' | 'shortName' | 'description' | 'programme' | 'stage' | 'isRetired'>
  /** Of its name; other projects can have it as well. */
  slug: string
  /** Orders projects by stage, then by name. */
  order: string
  /** Addresses to which it links as its source code. */
  links: readonly string[]
  /** By the spelling of a technology; each section once. */
  uses: ReadonlyMap<string, readonly UsedIn[]>
}

/** Stages that are shown first; `Unsupported` and retired projects are shown last. */
const STAGES = ['development', 'active support']
const UNSUPPORTED = 'unsupported'
const RETIRED = new Set(['retired', 'decommissioned', 'closed', 'archived'])

/** The facts of a project, collected once: an edit replaces only the records that it changes. */
export const factsOf = oncePerObject((project: StoredProject): ProjectFacts => {
  const shown = { ...namesOf(project), ...stageOf(project) }
  return {
    shown,
    slug: slugOf(shown.name) || 'project',
    order: `${rankOf(shown)} ${shown.name.toLowerCase()}`,
    links: linksOf(project).map(addressOf),
    uses: usesBySpelling(project),
  }
})

/** Joins the sections of two spellings; in one of them a technology is main when any use is. */
export function mergedUses(one: readonly UsedIn[], other: readonly UsedIn[]): UsedIn[] {
  const importances = new Map<Section, Importance>()
  for (const { section, importance } of [...one, ...other])
    if (importance === 'main' || !importances.has(section)) importances.set(section, importance)
  return [...importances].map(([section, importance]) => ({ section, importance }))
}

function usesBySpelling(project: StoredProject): ProjectFacts['uses'] {
  const uses = Map.groupBy(usesOfProject(project), ({ spelling }) => spelling)
  return new Map([...uses].map(([spelling, its]) => [spelling, mergedUses(its, [])]))
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

function rankOf({ stage, isRetired }: Pick<Project, 'stage' | 'isRetired'>): number {
  if (isRetired) return STAGES.length + 2
  const known = STAGES.indexOf(stage.toLowerCase())
  if (known >= 0) return known
  return stage.toLowerCase() === UNSUPPORTED ? STAGES.length + 1 : STAGES.length
}
