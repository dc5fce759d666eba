import { admitProjectName, type Name } from '@landscape/contracts/admit'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { MAX_PROJECT_NAME, type StoredProject } from '@landscape/contracts/projects'
import { factsOf } from '../join/project-facts.ts'

/** A project that depends on the project of the row. */
export interface Dependent {
  readonly name: string
  readonly description: string
}

/** The name by which other projects refer to a project: its name or short name; undefined without both. */
export function dependableName({ name, shortName }: StoredProject): Name | undefined {
  return admitProjectName(name) ?? admitProjectName(shortName)
}

/** A project as the dependent of its dependencies, once for each project; `key`: equal for equal dependents. */
const asDependent = oncePerObject((project: StoredProject) => {
  const name = (project.name || project.shortName).slice(0, MAX_PROJECT_NAME).toWellFormed()
  return factsOf(project).shown.dependencies.map(({ name: of, description }) => {
    return { of, dependent: { name, description }, key: JSON.stringify([name, description]) }
  })
})

/** Dependent projects by name of the dependency, in stored order; each name and description once. */
export function dependentsByName(projects: readonly StoredProject[]): Map<Name, Dependent[]> {
  const dependents = new Map<Name, Map<string, Dependent>>()
  for (const project of projects)
    for (const { of, dependent, key } of asDependent(project)) {
      const listed = dependents.get(of) ?? new Map<string, Dependent>()
      dependents.set(of, listed)
      if (!listed.has(key)) listed.set(key, dependent)
    }
  return new Map([...dependents].map(([name, listed]) => [name, [...listed.values()]]))
}

/** Maximum number of projects of one name whose dependents are listed. */
const MAX_NAMESAKES = 10

/** The projects whose dependents are listed: the first ten of each name, since each repeats the list. */
export function withDependents(projects: readonly StoredProject[]): ReadonlySet<StoredProject> {
  const counts = new Map<Name, number>()
  return new Set(
    projects.filter((project) => {
      const name = dependableName(project)
      if (!name) return false
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count <= MAX_NAMESAKES
    }),
  )
}
