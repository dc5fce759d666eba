import { detailsOf, recordsOf, type JsonRecord } from '@landscape/contracts'
import { joined, text } from './columns.ts'

/** Something a project depends on. */
export interface Dependency {
  readonly name: string
  readonly description?: string
}

/** A project that depends on the one in whose row it stands. */
export interface Dependent {
  readonly name: string
  readonly description: string
}

/** The dependencies of a project that have a name. */
export function dependenciesOf(project: JsonRecord): Dependency[] {
  return recordsOf(detailsOf(project)['project_dependencies']).flatMap((dependency) => {
    const name = text(dependency['name'])
    if (name === '') return []
    const described = dependency['description'] !== undefined && dependency['description'] !== null
    return described ? [{ name, description: text(dependency['description']) }] : [{ name }]
  })
}

/** What a project is called where others refer to it; `""` when it has neither name. */
export function dependableName(project: JsonRecord): string {
  const details = detailsOf(project)
  return joined(details['name']) || joined(details['short_name'])
}

/** For each name the projects that depend on it, in stored order; repetitions are kept. */
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
