import type { ProjectsDocument } from '@landscape/contracts'
import { mapAt } from './map-at.ts'
import { renameInList } from './rename-in-list.ts'
import { LIST_FIELDS, NAME_FIELDS } from './technology-fields.ts'
import { technologyNames } from './technology-names.ts'

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
