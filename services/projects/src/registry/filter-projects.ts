import { asRecord, recordsOf, projectName } from '@landscape/contracts'
import { publicProject, type Project, type StoredProject } from './project.ts'

/** Wanted values by filter; a filter without values does not restrict. */
export type Filter = Partial<Record<Facet, readonly string[]>>

/** Sections that a caller may choose instead of whole projects. */
export const SECTIONS = ['user', 'details', 'developed', 'source_control', 'architecture']

export interface SearchClock {
  /** Milliseconds of a clock that is never set. */
  now: () => number
  /** Lets others have their turn. */
  giveWay: () => Promise<void>
}

/** Milliseconds for which a search goes on before others have their turn. */
const TURN_MS = 5

/**
 * Projects that pass every filter, in stored order. Case does not matter. Other callers are served
 * meanwhile.
 */
export async function filterProjects<P extends StoredProject>(
  projects: readonly P[],
  filter: Filter,
  { now, giveWay }: SearchClock,
): Promise<P[]> {
  const tests = FILTERS.flatMap((name) => {
    const wanted = new Set((filter[name] ?? []).map(folded))
    return wanted.size === 0 ? [] : [testOf(name, wanted)]
  })
  const found: P[] = []
  let began = now()
  for (const project of projects) {
    if (tests.every((passes) => passes(project))) found.push(project)
    if (now() - began < TURN_MS) continue
    await giveWay()
    began = now()
  }
  return found
}

/** The chosen sections of a project, in any case; all of it when no known section is chosen. */
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
      // The first text is the type, the others are partners.
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

/** Texts compare trimmed and in lower case. */
function folded(text: string): string {
  return text.trim().toLowerCase()
}

const users = ({ user }: StoredProject) => recordsOf(user)
const architecture = (project: StoredProject) => asRecord(project['architecture'])

/** What a project says under the name of a filter; a skipped or malformed section says nothing. */
const FACETS = {
  email: (project) => users(project).flatMap(({ email }) => textsOf(email)),
  roles: (project) => users(project).flatMap(({ roles }) => textsOf(roles)),
  name: (project) => textsOf(projectName(project)),
  /** The type, then partners: `[type, partner]`; in old data the partner may be a list of them. */
  developed: ({ developed }) =>
    [developed].flat(2).map((text) => (typeof text === 'string' ? text : '')),
  languages: technologies('languages'),
  /** Everything that the source control of a project is searched for. */
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

/** Stored records never change, an edit makes another one: what one says is worked out once. */
const known = new WeakMap<StoredProject, Partial<Record<Facet, readonly string[]>>>()

/** The folded texts of a project under the name of a filter. */
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

/** The texts among values that are texts or arrays. */
function textsOf(...values: unknown[]): string[] {
  return values.flat().filter((text) => typeof text === 'string')
}
