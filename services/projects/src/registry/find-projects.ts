import {
  asRecord,
  belongsTo,
  createListIndex,
  isRecord,
  ownerOf,
  peopleIn,
  projectName,
  recordsOf,
} from '@landscape/contracts'
import type { Caller } from './ownership.ts'
import { publicProject, type Project } from './project.ts'

/** The caller's projects, or everybody's, in stored order. */
export function listProjects(
  projects: readonly unknown[],
  caller: Caller,
  scope: 'own' | 'all',
): Project[] {
  if (scope === 'all') return recordsOf(projects).map(publicProject)
  return indicesByPerson(projects, caller.email)
    .map((index) => projects[index])
    .filter(isRecord)
    .map(publicProject)
}

/** Where the projects are that somebody owns or is named in, by e-mail. */
export const indicesByPerson = createListIndex((project) =>
  isRecord(project) ? peopleIn(project) : [],
)

/** Where the projects of a name are. */
export const indicesByName = createListIndex((project) => {
  const name = projectName(project)
  return name === undefined ? [] : [name]
})

/** The project that the caller means by a name, as `indexOfProject` finds it. */
export function findProject(
  projects: readonly unknown[],
  name: string,
  caller: Caller,
): Project | undefined {
  const record = projects[indexOfProject(projects, name, caller)]
  return isRecord(record) ? publicProject(record) : undefined
}

/**
 * Index of the record that the caller means by a name, or -1. Several owners may use one name: the
 * caller's own record comes first, then one that names the caller, then, for admins, any.
 *
 * @param name compared exactly; when nothing is found, once more as old clients spell it
 */
export function indexOfProject(projects: readonly unknown[], name: string, caller: Caller): number {
  const exact = bestMatch(projects, name, caller)
  const spelling = name.replaceAll('%20', ' ').replace(/[\r\n]/g, '')
  return exact !== -1 || spelling === name ? exact : bestMatch(projects, spelling, caller)
}

function bestMatch(projects: readonly unknown[], name: string, caller: Caller): number {
  let shared = -1
  let foreign = -1
  for (const index of indicesByName(projects, name)) {
    const project = asRecord(projects[index])
    if (ownerOf(project) === caller.email) return index
    if (shared === -1 && belongsTo(project, caller.email)) shared = index
    if (foreign === -1) foreign = index
  }
  return shared === -1 && caller.isAdmin ? foreign : shared
}
