import { asRecord, isRecord, recordsOf } from '@landscape/contracts/json'
import { createListIndex } from '@landscape/contracts/list-index'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { projectName } from '@landscape/contracts/project-name'
import { belongsTo, ownerOf, peopleIn } from '@landscape/contracts/project-people'
import type { Caller } from './ownership.ts'
import { publicProject, type Project } from './project.ts'

/** All projects in stored order, one array for each version. */
const allProjects = oncePerObject((projects: readonly unknown[]): readonly Project[] =>
  Object.freeze(recordsOf(projects).map(publicProject)),
)

/** The caller's projects or all projects, in stored order. */
export function listProjects(
  projects: readonly unknown[],
  caller: Caller,
  scope: 'own' | 'all',
): readonly Project[] {
  if (scope === 'all') return allProjects(projects)
  return indicesByPerson(projects, caller.email)
    .map((index) => projects[index])
    .filter(isRecord)
    .map(publicProject)
}

/** Indices of projects by e-mail of owner and contacts. */
export const indicesByPerson = createListIndex((project) =>
  isRecord(project) ? peopleIn(project) : [],
)

/** Indices of projects by name. */
export const indicesByName = createListIndex((project) => {
  const name = projectName(project)
  return name === undefined ? [] : [name]
})

/** The project at `indexOfProject`. */
export function findProject(
  projects: readonly unknown[],
  name: string,
  caller: Caller,
): Project | undefined {
  const record = projects[indexOfProject(projects, name, caller)]
  return isRecord(record) ? publicProject(record) : undefined
}

/**
 * Index of the caller's record of a name, or -1. Among several: the caller's own, else one with the caller as
 * contact, else, for admins, any.
 *
 * @param name compared exactly, then in the encoding of old clients
 */
export function indexOfProject(projects: readonly unknown[], name: string, caller: Caller): number {
  const exact = bestMatch(projects, name, caller)
  const spelling = name.replaceAll('%20', ' ').replace(/[\r\n]/g, '')
  return exact !== -1 || spelling === name ? exact : bestMatch(projects, spelling, caller)
}

function bestMatch(projects: readonly unknown[], name: string, caller: Caller): number {
  let shared = -1
  let other = -1
  for (const index of indicesByName(projects, name)) {
    const project = asRecord(projects[index])
    if (ownerOf(project) === caller.email) return index
    if (shared === -1 && belongsTo(project, caller.email)) shared = index
    if (other === -1) other = index
  }
  return shared === -1 && caller.isAdmin ? other : shared
}
