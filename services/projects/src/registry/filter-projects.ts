import type { Element } from '@landscape/contracts/json'
import { createListIndex, type ListIndex } from '@landscape/store/json/list-index'
import {
  type NamedTechnologies,
  type ProjectSections,
  sectionsOf,
} from '@landscape/contracts/project-sections'
import type { StoredProject } from '@landscape/contracts/projects'
import { pickSections } from './arrange-projects.ts'
import { projectsAt } from './find-projects.ts'
import { allProjects, type Project, type Projects } from './project.ts'

/** Values by filter; a filter without values matches every project. */
export type Filter = Partial<Record<Facet, readonly string[]>>

/** Sections that a caller may select. */
export const SECTIONS = ['user', 'details', 'developed', 'source_control', 'architecture']

/**
 * Projects that match every filter, ignoring case, in stored order. A generator, so that `inSlices` can serve
 * requests in the meantime.
 */
export function* filterProjects(
  projects: readonly StoredProject[],
  filter: Filter,
): Generator<void, StoredProject[]> {
  const tests = FILTERS.flatMap((name) => {
    const wanted = wantedOf(filter, name)
    return wanted.size === 0 ? [] : [testOf(name, wanted)]
  })
  const passing: StoredProject[] = []
  for (const project of projects) {
    if (tests.every((passes) => passes(project))) passing.push(project)
    yield
  }
  return passing
}

/**
 * The records that can match, in stored order: those of the exact filter that leaves the fewest, or all
 * without an exact filter.
 */
export function findCandidates(projects: Projects, filter: Filter): readonly StoredProject[] {
  const matches = EXACT.map((name) =>
    [...wantedOf(filter, name)].map((value) => EXACT_INDEXES[name](projects, value)),
  ).filter((lists) => lists.length > 0)
  const [fewest] = matches.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  if (!fewest) return allProjects(projects)
  const indexes = [...new Set(fewest.flat())].toSorted((a, b) => a - b)
  return projectsAt(projects, indexes)
}

function sizeOf(lists: readonly (readonly number[])[]): number {
  return lists.reduce((sum, list) => sum + list.length, 0)
}

function wantedOf(filter: Filter, name: Facet): Set<string> {
  return new Set((filter[name] ?? []).map(folded))
}

/** The selected sections of a project, ignoring case; all of them when no known section is selected. */
export function selectSections(project: Project, chosen: readonly string[]): Project {
  const wanted = new Set(chosen.map(folded))
  const sections = SECTIONS.filter((section) => wanted.has(section))
  return sections.length === 0 ? project : pickSections(project, sections)
}

function testOf(name: Facet, wanted: ReadonlySet<string>): (project: StoredProject) => boolean {
  const values = [...wanted]
  switch (name) {
    case 'developed':
      // The first element is the type, the others are partners.
      return (project) =>
        facetOf(project, name).some((text, i) =>
          i === 0 ? wanted.has(text) : values.some((value) => text.includes(value)),
        )
    case 'source_control':
      return (project) =>
        values.every((value) => facetOf(project, name).some((text) => text.includes(value)))
    default:
      return (project) => facetOf(project, name).some((text) => wanted.has(text))
  }
}

/** The compared form: trimmed, in lower case. */
function folded(text: string): string {
  return text.trim().toLowerCase()
}

/** The strings of a project that a filter compares. */
const FACETS = {
  email: ({ people }) => people.map(({ email }) => email),
  roles: ({ people }) => people.flatMap(({ roles }) => roles),
  name: ({ name }) => [name],
  /** Type and partners. */
  developed: (_project, { developed }) => developed,
  languages: technologies('languages'),
  /** Type, descriptions and URLs. */
  source_control: (_project, { sources }) =>
    sources.flatMap(({ type, links }) => [
      type,
      ...links.flatMap(({ description, url }) => [description, url]),
    ]),
  hosting: (_project, { hosting: { types, details } }) => [...types, ...details],
  database: technologies('database'),
  frameworks: technologies('frameworks'),
  cicd: technologies('cicd'),
  infrastructure: technologies('infrastructure'),
  environments: (_project, { environments }) => environments,
  publishing: technologies('publishing'),
} satisfies Record<string, (project: StoredProject, sections: ProjectSections) => readonly string[]>
export type Facet = keyof typeof FACETS
export const FILTERS = Object.keys(FACETS) as Facet[]

/** Filters that compare substrings; the values of the others must be equal. */
export const PARTIAL: ReadonlySet<Facet> = new Set(['developed', 'source_control'])
const EXACT = FILTERS.filter((name) => !PARTIAL.has(name))

/** Indices of projects by the values of a filter; one index for each, built when it is first used. */
const EXACT_INDEXES = Object.fromEntries(
  EXACT.map((name) => [
    name,
    createListIndex((project: Element<StoredProject>) =>
      project.isOpaque ? [] : new Set(facetOf(project, name)),
    ),
  ]),
) as Record<(typeof EXACT)[number], ListIndex<string, Element<StoredProject>>>

/** Cached, since stored projects are immutable. */
const known = new WeakMap<StoredProject, Partial<Record<Facet, readonly string[]>>>()

/** The compared strings of a project for a filter. */
export function facetOf(project: StoredProject, name: Facet): readonly string[] {
  let facets = known.get(project)
  if (!facets) known.set(project, (facets = {}))
  return (facets[name] ??= FACETS[name](project, sectionsOf(project)).map(folded))
}

function technologies(section: keyof ProjectSections['architecture']) {
  return (_project: StoredProject, { architecture }: ProjectSections): readonly string[] => {
    const { main, others }: NamedTechnologies = architecture[section]
    return [...main, ...others]
  }
}
