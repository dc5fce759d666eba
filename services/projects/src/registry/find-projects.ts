import { isRecord, recordsOf, projectName } from '@landscape/contracts'
import { belongsTo, ownerOf, peopleIn, type Caller } from './ownership.ts'
import { publicProject, type Project } from './project.ts'

/** The caller's projects, or everybody's, in stored order. */
export function listProjects(
  projects: readonly unknown[],
  caller: Caller,
  scope: 'own' | 'all',
): Project[] {
  return scope === 'all'
    ? recordsOf(projects).map(publicProject)
    : [...(byPerson(projects).get(caller.email) ?? [])]
}

/** The records of a version never change: whose they are is looked up once for all who ask. */
const indexes = new WeakMap<readonly unknown[], ReadonlyMap<string, readonly Project[]>>()

/** The projects of everybody who owns or is named in any, in stored order, by e-mail. */
function byPerson(projects: readonly unknown[]): ReadonlyMap<string, readonly Project[]> {
  const before = indexes.get(projects)
  if (before) return before
  const index = new Map<string, Project[]>()
  for (const record of recordsOf(projects)) {
    for (const email of peopleIn(record)) {
      const theirs = index.get(email)
      if (theirs) theirs.push(publicProject(record))
      else index.set(email, [publicProject(record)])
    }
  }
  indexes.set(projects, index)
  return index
}

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
  for (let index = 0; index < projects.length; index++) {
    const project = projects[index]
    if (!isRecord(project) || projectName(project) !== name) continue
    if (ownerOf(project) === caller.email) return index
    if (shared === -1 && belongsTo(project, caller.email)) shared = index
    if (foreign === -1) foreign = index
  }
  return shared === -1 && caller.isAdmin ? foreign : shared
}
