import { recordsOf, type JsonRecord } from '@landscape/contracts/json'
import { detailsOf, MAX_PROJECT_NAME } from '@landscape/contracts/project-name'
import { joined, text } from './columns.ts'

/** A dependency of a project. */
export interface Dependency {
  readonly name: string
  readonly description?: string
}

/** A project that depends on the project of the row. */
export interface Dependent {
  readonly name: string
  readonly description: string
}

/** The named dependencies of a project. */
export function dependenciesOf(project: JsonRecord): Dependency[] {
  return recordsOf(detailsOf(project)['project_dependencies']).flatMap((dependency) => {
    const name = text(dependency['name'])
    if (name === '') return []
    const described = dependency['description'] !== undefined && dependency['description'] !== null
    return described ? [{ name, description: text(dependency['description']) }] : [{ name }]
  })
}

/** The name by which other projects refer to a project: its name or short name, otherwise `""`. */
export function dependableName(project: JsonRecord): string {
  const details = detailsOf(project)
  return joined(details['name']) || joined(details['short_name'])
}

/** Dependent projects by name of the dependency, in stored order; each name and description once. */
export function dependentsByName(projects: readonly JsonRecord[]): Map<string, Dependent[]> {
  const dependents = new Map<string, Map<string, Dependent>>()
  for (const project of projects) {
    const name = dependableName(project).slice(0, MAX_PROJECT_NAME)
    for (const dependency of dependenciesOf(project)) {
      const entry = { name, description: dependency.description ?? '' }
      const listed = dependents.get(dependency.name) ?? new Map<string, Dependent>()
      dependents.set(dependency.name, listed)
      const key = JSON.stringify([entry.name, entry.description])
      if (!listed.has(key)) listed.set(key, entry)
    }
  }
  return new Map([...dependents].map(([name, listed]) => [name, [...listed.values()]]))
}

/** Maximum number of projects of one name whose dependents are listed. */
const MAX_NAMESAKES = 10

/** The projects whose dependents are listed: the first ten of each name, since each repeats the list. */
export function withDependents(projects: readonly JsonRecord[]): ReadonlySet<JsonRecord> {
  const counts = new Map<string, number>()
  return new Set(
    projects.filter((project) => {
      const name = dependableName(project)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count <= MAX_NAMESAKES
    }),
  )
}
