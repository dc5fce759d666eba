import { type ProjectsDocument, isRecord } from '@landscape/contracts'
import { LIST_FIELDS, NAME_FIELDS, mapAt } from './technology-fields.ts'

/**
 * Gives a technology one name in every project. The match is exact.
 *
 * @returns the document (the same one when nothing is altered) and how many projects were altered
 */
export function normaliseTechnology(
  document: ProjectsDocument,
  from: string,
  to: string,
): { document: ProjectsDocument; updatedProjects: number } {
  const projects = document.projects ?? []
  const next = projects.map((project) => renameInProject(project, from, to))
  const updatedProjects = next.filter((project, i) => project !== projects[i]).length
  if (updatedProjects === 0) return { document, updatedProjects }
  return { document: { ...document, projects: next }, updatedProjects }
}

function renameInProject(project: unknown, from: string, to: string): unknown {
  if (from === to || !technologyNames(project).has(from)) return project
  const renamed = LIST_FIELDS.reduce(
    (value, path) => mapAt(value, path, (list) => renameInList(list, from, to)),
    project,
  )
  return NAME_FIELDS.reduce(
    (value, path) => mapAt(value, path, (name) => (name === from ? to : name)),
    renamed,
  )
}

/** By project. A new version of the registry shares the projects that were not altered. */
const remembered = new WeakMap<object, ReadonlySet<unknown>>()

/**
 * What a project names in the fields that hold technologies. Of a project that is frozen, as those
 * of stored documents are, it is gathered once: most of them lack the name that is looked for.
 */
function technologyNames(project: unknown): ReadonlySet<unknown> {
  if (!isRecord(project) || !Object.isFrozen(project)) return gather(project)
  const known = remembered.get(project)
  if (known) return known
  const names = gather(project)
  remembered.set(project, names)
  return names
}

function gather(project: unknown): ReadonlySet<unknown> {
  const names = new Set<unknown>()
  const add = (leaf: unknown) => {
    for (const name of Array.isArray(leaf) ? leaf : [leaf]) {
      if (typeof name === 'string') names.add(name)
    }
    return leaf
  }
  for (const path of [...LIST_FIELDS, ...NAME_FIELDS]) mapAt(project, path, add)
  return names
}

/**
 * Renames every occurrence in a list of names, then drops repeated names after the first. A list
 * without the name, and anything that is no list, is left alone.
 */
export function renameInList(list: unknown, from: string, to: string): unknown {
  if (!Array.isArray(list) || !list.includes(from)) return list
  const seen = new Set<string>()
  return list
    .map((name: unknown) => (name === from ? to : name))
    .filter((name) => {
      if (typeof name !== 'string') return true
      if (seen.has(name)) return false
      seen.add(name)
      return true
    })
}
