import { asRecord, nameOf, recordsOf, type Project } from './project.ts'

/** Texts compare trimmed and in lower case. */
export function folded(text: string): string {
  return text.trim().toLowerCase()
}

const users = ({ user }: Project) => recordsOf(user)
const architecture = (project: Project) => asRecord(project['architecture'])

/** What a project says under the name of a filter; a skipped or malformed section says nothing. */
const FACETS = {
  email: (project) => users(project).flatMap(({ email }) => textsOf(email)),
  roles: (project) => users(project).flatMap(({ roles }) => textsOf(roles)),
  name: (project) => textsOf(nameOf(project)),
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
} satisfies Record<string, (project: Project) => string[]>
export type Facet = keyof typeof FACETS
export const FILTERS = Object.keys(FACETS) as Facet[]

/** Stored records never change, an edit makes another one: what one says is worked out once. */
const known = new WeakMap<Project, Partial<Record<Facet, readonly string[]>>>()

/** The folded texts of a project under the name of a filter. */
export function facetOf(project: Project, name: Facet): readonly string[] {
  let facets = known.get(project)
  if (!facets) known.set(project, (facets = {}))
  return (facets[name] ??= FACETS[name](project).map(folded))
}

function technologies(section: string): (project: Project) => string[] {
  return (project) => {
    const { main, others } = asRecord(architecture(project)[section])
    return textsOf(main, others)
  }
}

/** The texts among values that are texts or arrays. */
function textsOf(...values: unknown[]): string[] {
  return values.flat().filter((text) => typeof text === 'string')
}
