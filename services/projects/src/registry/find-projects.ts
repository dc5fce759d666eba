import { comparableName } from '@landscape/contracts/admit'
import type { Element } from '@landscape/contracts/json'
import { createListIndex } from '@landscape/store/json/list-index'
import { belongsTo, peopleIn, type StoredProject } from '@landscape/contracts/projects'
import type { Caller } from './ownership.ts'
import { allProjects, type Projects, type UnderstoodProject } from './project.ts'

/** The caller's projects or all projects, in stored order. */
export function listProjects(
  projects: Projects,
  caller: Caller,
  scope: 'own' | 'all',
): readonly StoredProject[] {
  if (scope === 'all') return allProjects(projects)
  return projectsAt(projects, indicesByPerson(projects, caller.email))
}

/** The projects at indexes. */
export function projectsAt(projects: Projects, indexes: readonly number[]): StoredProject[] {
  return indexes.flatMap((index) => {
    const project = projects[index]
    return project && !project.isOpaque ? [project] : []
  })
}

/** Indices of projects by e-mail of owner and contacts. */
export const indicesByPerson = createListIndex((project: Element<StoredProject>) =>
  project.isOpaque ? [] : peopleIn(project),
)

/** Indices of projects by name. */
const indicesByName = createListIndex((project: Element<StoredProject>) =>
  project.isOpaque || project.name === '' ? [] : [comparableName(project.name)],
)

/** A project and its index in the registry. */
export interface FoundProject {
  index: number
  project: UnderstoodProject
}

/**
 * The caller's project of a name. Among several: the caller's own, else one with the caller as contact, else,
 * for admins, any.
 *
 * @param name compared exactly, then in the other Unicode form, then in the encoding of old clients
 */
export function findProject(
  projects: Projects,
  name: string,
  caller: Caller,
): FoundProject | undefined {
  const spelling = name.replaceAll('%20', ' ').replace(/[\r\n]/g, '')
  return bestMatch(projects, name, caller) ?? bestMatch(projects, spelling, caller)
}

function bestMatch(projects: Projects, name: string, caller: Caller): FoundProject | undefined {
  const found = namesakes(projects, name)
  const exact = found.filter(({ project }) => project.name === name)
  return preferred(exact, caller) ?? preferred(found, caller)
}

function preferred(found: readonly FoundProject[], caller: Caller): FoundProject | undefined {
  return (
    found.find(({ project }) => project.owner === caller.email) ??
    found.find(({ project }) => belongsTo(project, caller.email)) ??
    (caller.isAdmin ? found[0] : undefined)
  )
}

/** All projects of a name in any Unicode form, in stored order. */
export function namesakes(projects: Projects, name: string): FoundProject[] {
  return indicesByName(projects, comparableName(name)).flatMap((index) => {
    const project = projects[index]
    return project && !project.isOpaque ? [{ index, project }] : []
  })
}
