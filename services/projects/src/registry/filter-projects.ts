import { asRecord, isRecord, recordsOf } from '@landscape/contracts/json'
import { createListIndex, type ListIndex } from '@landscape/contracts/list-index'
import { projectName } from '@landscape/contracts/project-name'
import { publicProject, type Project, type StoredProject } from './project.ts'

/** Values by filter; a filter without values matches every project. */
export type Filter = Partial<Record<Facet, readonly string[]>>

/** Sections that a caller may select. */
export const SECTIONS = ['user', 'details', 'developed', 'source_control', 'architecture']

export interface SearchClock {
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Yields to the event loop. */
  yieldToOthers: () => Promise<void>
}

/** Maximum time (ms) for which a search blocks the event loop. */
const MAX_BLOCKING_MS = 5

/** Projects that match every filter, ignoring case, in stored order; yields to the event loop. */
export async function filterProjects<P extends StoredProject>(
  projects: readonly P[],
  filter: Filter,
  { now, yieldToOthers }: SearchClock,
): Promise<P[]> {
  const tests = FILTERS.flatMap((name) => {
    const wanted = wantedOf(filter, name)
    return wanted.size === 0 ? [] : [testOf(name, wanted)]
  })
  const found: P[] = []
  let began = now()
  for (const project of projects) {
    if (tests.every((passes) => passes(project))) found.push(project)
    if (now() - began < MAX_BLOCKING_MS) continue
    await yieldToOthers()
    began = now()
  }
  return found
}

/**
 * The records that can match, in stored order: those of the exact filter that leaves the fewest, or all
 * without an exact filter.
 */
export function findCandidates(projects: readonly unknown[], filter: Filter): StoredProject[] {
  const found = EXACT.map((name) =>
    [...wantedOf(filter, name)].map((value) => EXACT_INDEXES[name](projects, value)),
  ).filter((lists) => lists.length > 0)
  const [fewest] = found.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  if (!fewest) return recordsOf(projects)
  return [...new Set(fewest.flat())].toSorted((a, b) => a - b).map((i) => asRecord(projects[i]))
}

function sizeOf(lists: readonly (readonly number[])[]): number {
  return lists.reduce((sum, list) => sum + list.length, 0)
}

function wantedOf(filter: Filter, name: Facet): Set<string> {
  return new Set((filter[name] ?? []).map(folded))
}

/** The selected sections of a project, ignoring case; all of them when no known section is selected. */
export function selectSections(project: StoredProject, chosen: readonly string[]): Project {
  const wanted = new Set(chosen.map(folded))
  const sections = SECTIONS.filter((section) => wanted.has(section))
  if (sections.length === 0) return publicProject(project)
  const chosenOnly = Object.entries(project).filter(([key]) => sections.includes(key))
  return publicProject(Object.fromEntries(chosenOnly))
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

const users = ({ user }: StoredProject) => recordsOf(user)
const architecture = (project: StoredProject) => asRecord(project['architecture'])

/** The strings of a project that a filter compares; empty for a skipped or malformed section. */
const FACETS = {
  email: (project) => users(project).flatMap(({ email }) => textsOf(email)),
  roles: (project) => users(project).flatMap(({ roles }) => textsOf(roles)),
  name: (project) => textsOf(projectName(project)),
  /** `[type, partner]`; the partner may be an array in old data. */
  developed: ({ developed }) =>
    [developed].flat(2).map((text) => (typeof text === 'string' ? text : '')),
  languages: technologies('languages'),
  /** Type, descriptions and URLs. */
  source_control: ({ source_control: sources }) =>
    recordsOf(sources).flatMap(({ type, links }) =>
      textsOf(
        type,
        recordsOf(links).flatMap(({ description, url }) => textsOf(description, url)),
      ),
    ),
  hosting: (project) => {
    const { type, details } = asRecord(architecture(project)['hosting'])
    return textsOf(type, details)
  },
  database: technologies('database'),
  frameworks: technologies('frameworks'),
  cicd: technologies('cicd'),
  infrastructure: technologies('infrastructure'),
  environments: (project) => {
    const environments = asRecord(architecture(project)['environments'])
    return Object.keys(environments).filter((key) => environments[key] === true)
  },
  publishing: technologies('publishing'),
} satisfies Record<string, (project: StoredProject) => string[]>
export type Facet = keyof typeof FACETS
export const FILTERS = Object.keys(FACETS) as Facet[]

/** Filters that compare substrings; the values of the others must be equal. */
export const PARTIAL: ReadonlySet<Facet> = new Set(['developed', 'source_control'])
const EXACT = FILTERS.filter((name) => !PARTIAL.has(name))

/** Indices of projects by the values of a filter; one index for each, built when it is first used. */
const EXACT_INDEXES = Object.fromEntries(
  EXACT.map((name) => [
    name,
    createListIndex((project) => (isRecord(project) ? new Set(facetOf(project, name)) : [])),
  ]),
) as Record<(typeof EXACT)[number], ListIndex<string>>

/** Cached, since stored records are immutable. */
const known = new WeakMap<StoredProject, Partial<Record<Facet, readonly string[]>>>()

/** The compared strings of a project for a filter. */
export function facetOf(project: StoredProject, name: Facet): readonly string[] {
  let facets = known.get(project)
  if (!facets) known.set(project, (facets = {}))
  return (facets[name] ??= FACETS[name](project).map(folded))
}

function technologies(section: string): (project: StoredProject) => string[] {
  return (project) => {
    const { main, others } = asRecord(architecture(project)[section])
    return textsOf(main, others)
  }
}

/** The strings among values and array elements. */
function textsOf(...values: unknown[]): string[] {
  return values.flat().filter((text) => typeof text === 'string')
}
