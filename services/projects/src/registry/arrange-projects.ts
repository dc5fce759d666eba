import type { JsonRecord } from '@landscape/contracts/json'
import { PROJECT_SECTIONS } from '@landscape/contracts/project-shape'
import type { StoredProject } from '@landscape/contracts/projects'
import { pageRows, type PageOfRows, type RowCursor } from '@landscape/http/responses/row-page'
import { publicProject, type Project } from './project.ts'

/** Sort keys, with the sorted string of a project. */
const VALUES = {
  name: ({ name }: StoredProject) => folded(name),
  programme: ({ programme }: StoredProject) => folded(programme),
  stage: ({ stage }: StoredProject) => folded(stage),
}
export const SORTS = Object.keys(VALUES)
/** The default order of pages. */
export const BY_NAME = 'name'

/** The sections that a caller may select. */
export const FIELDS = Object.keys(PROJECT_SECTIONS)

/** Sorting, paging and selection of a list; by default all projects in stored order. */
export interface Arrangement extends Omit<PageOfRows, 'sort'> {
  sort?: string | undefined
  /** Distinct sections; all when absent. */
  fields?: readonly string[] | undefined
}

/**
 * Sorts projects (stable), and returns the selected sections of one page.
 *
 * @returns `next`, the cursor of the next page, if any
 */
export function arrangeProjects(
  projects: readonly StoredProject[],
  { sort, limit, cursor, fields }: Arrangement,
): { body: Project[]; next?: RowCursor | undefined } {
  const show = ({ raw }: StoredProject) => (fields ? pickSections(raw, fields) : publicProject(raw))
  if (!sort && limit === undefined && !cursor) return { body: projects.map(show) }
  const order = { sort: sort ?? BY_NAME, values: VALUES, keyOf: VALUES.name }
  const { rows, next } = pageRows(projects, order, { limit, cursor })
  return { body: rows.map(show), next }
}

/** The selected sections of a project, in stored order. */
export function pickSections(project: JsonRecord, fields: readonly string[]): Project {
  const chosen = Object.entries(project).filter(([name]) => fields.includes(name))
  return publicProject(Object.fromEntries(chosen))
}

/** Maximum number of compared characters, since a cursor contains them. */
const MAX_SORT_KEY_LENGTH = 100
/** The compared form: lower case. */
function folded(text: string): string {
  return text.trim().toLowerCase().slice(0, MAX_SORT_KEY_LENGTH).toWellFormed()
}
