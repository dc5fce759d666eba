import { belongsTo, ownerOf, type Caller } from './ownership.ts'
import { isRecord, nameOf } from './project.ts'

/**
 * Index of the record that the caller means by a name, or -1. Several owners may use one name: the
 * caller's own record comes first, then one that names the caller, then, for admins, any.
 *
 * @param name compared exactly; when nothing is found, once more as old clients spell it
 */
export function findProject(projects: readonly unknown[], name: string, caller: Caller): number {
  const exact = bestMatch(projects, name, caller)
  const spelling = name.replaceAll('%20', ' ').replace(/[\r\n]/g, '')
  return exact !== -1 || spelling === name ? exact : bestMatch(projects, spelling, caller)
}

function bestMatch(projects: readonly unknown[], name: string, caller: Caller): number {
  let shared = -1
  let foreign = -1
  for (let index = 0; index < projects.length; index++) {
    const project = projects[index]
    if (!isRecord(project) || nameOf(project) !== name) continue
    if (ownerOf(project) === caller.email) return index
    if (shared === -1 && belongsTo(project, caller.email)) shared = index
    if (foreign === -1) foreign = index
  }
  return shared === -1 && caller.isAdmin ? foreign : shared
}
