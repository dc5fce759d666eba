import { recordsOf, type JsonRecord } from '@landscape/contracts/json'
import { detailsOf } from '@landscape/contracts/project-name'
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

/** Dependent projects by name of the dependency, in stored order, including duplicates. */
export function dependentsByName(projects: readonly JsonRecord[]): Map<string, Dependent[]> {
  const dependents = new Map<string, Dependent[]>()
  for (const project of projects) {
    const name = dependableName(project)
    for (const dependency of dependenciesOf(project)) {
      const entry = { name, description: dependency.description ?? '' }
      const listed = dependents.get(dependency.name)
      if (listed) listed.push(entry)
      else dependents.set(dependency.name, [entry])
    }
  }
  return dependents
}
