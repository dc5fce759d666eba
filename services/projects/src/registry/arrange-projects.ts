import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { decodeCursor, encodeCursor } from '@landscape/contracts/cursor'
import { firstIndex } from '@landscape/contracts/first-index'
import { asRecord, elementsOf, recordsOf } from '@landscape/contracts/json'
import { oncePerFrozen } from '@landscape/contracts/once-per-object'
import { projectName } from '@landscape/contracts/project-name'
import { PROJECT_SECTIONS } from '@landscape/contracts/project-shape'
import { publicProject, type Project } from './project.ts'

/** Sort keys, with the sorted string of a project. */
const SORT_KEYS = {
  name: projectName,
  programme: ({ details }: Project) => asRecord(recordsOf(details)[0])['programme_name'],
  stage: ({ stage }: Project) => stage,
}
type SortKey = keyof typeof SORT_KEYS
/** A key; descending with a minus. */
type Sort = SortKey | `-${SortKey}`
export const SORTS = Object.keys(SORT_KEYS).flatMap((key) => [key, `-${key}`]) as Sort[]
/** The default order of pages. */
const BY_NAME: Sort = 'name'

/** The sections that a caller may select. */
export const FIELDS = Object.keys(PROJECT_SECTIONS)

/** The sort position of a project: the value of the sort key, then the name. */
type Position = readonly [text: string, name: string]

/** The end of a page, as a sort position: concurrent edits do not shift other projects between pages. */
export interface Cursor {
  sort: Sort
  position: Position
  /** Number of projects at this position that were returned. */
  shown: number
}

/** Sorting, paging and selection of a list; by default all projects in stored order. */
export interface Arrangement {
  sort?: Sort | undefined
  limit?: number | undefined
  cursor?: Cursor | undefined
  /** Distinct sections; all when absent. */
  fields?: readonly string[] | undefined
}

/** Whether a cursor was issued for the requested order. */
export function isCursorOf({ sort = BY_NAME, cursor }: Arrangement): boolean {
  return cursor === undefined || cursor.sort === sort
}

/**
 * Sorts projects (stable), and returns the selected sections of one page.
 *
 * @returns `next`, the cursor of the next page, if any
 */
export function arrangeProjects(
  projects: readonly Project[],
  { sort, limit, cursor, fields }: Arrangement,
): { projects: Project[]; next?: Cursor } {
  const show = (project: Project) => (fields ? pick(project, fields) : project)
  if (!sort && limit === undefined && !cursor) return { projects: projects.map(show) }
  const order = sort ?? BY_NAME
  const positioned = inOrder(projects, order)
  const start = cursor ? startAfter(positioned, cursor) : 0
  const end = limit === undefined ? positioned.length : start + limit
  const page = { projects: positioned.slice(start, end).map(({ project }) => show(project)) }
  const last = positioned[end - 1]
  if (!last || end >= positioned.length) return page
  const first = firstIndex(positioned, isBefore(order, last.position))
  return { ...page, next: { sort: order, position: last.position, shown: end - first } }
}

function pick(project: Project, fields: readonly string[]): Project {
  const chosen = Object.entries(project).filter(([name]) => fields.includes(name))
  return publicProject(Object.fromEntries(chosen))
}

interface Positioned {
  project: Project
  position: Position
}

/** The orders of a frozen list: all pages of a version share one. */
const ordersOf = oncePerFrozen(
  (_projects: readonly Project[]) => new Map<Sort, readonly Positioned[]>(),
)

function inOrder(projects: readonly Project[], sort: Sort): readonly Positioned[] {
  const orders = ordersOf(projects)
  const order = orders.get(sort) ?? sorted(projects, sort)
  orders.set(sort, order)
  return order
}

function sorted(projects: readonly Project[], sort: Sort): Positioned[] {
  const textOf: (project: Project) => unknown = SORT_KEYS[sort.replace('-', '') as SortKey]
  return projects
    .map((project): Positioned => {
      return { project, position: [folded(textOf(project)), folded(projectName(project))] }
    })
    .toSorted((a, b) => compare(sort, a.position, b.position))
}

function startAfter(positioned: readonly Positioned[], { sort, position, shown }: Cursor): number {
  const begin = firstIndex(positioned, isBefore(sort, position))
  const end = firstIndex(positioned, (other) => compare(sort, other.position, position) <= 0)
  return Math.min(begin + shown, end)
}

function isBefore(sort: Sort, position: Position) {
  return (other: Positioned) => compare(sort, other.position, position) < 0
}

function compare(sort: Sort, [textA, nameA]: Position, [textB, nameB]: Position): number {
  const sign = sort.startsWith('-') ? -1 : 1
  return sign * byCodeUnit(textA, textB) || byCodeUnit(nameA, nameB)
}

/** Maximum number of compared characters, since a cursor contains them. */
const MAX_SORT_KEY_LENGTH = 100
/** The compared form: lower case, empty for a value that is not a string. */
function folded(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value.trim().toLowerCase().slice(0, MAX_SORT_KEY_LENGTH).toWellFormed()
}

/** An opaque cursor for URLs. */
export function formatCursor({ sort, position, shown }: Cursor): string {
  return encodeCursor([sort, ...position, shown])
}

/** Parses a cursor; undefined when it is invalid. */
export function readCursor(text: string): Cursor | undefined {
  const [sort, value, name, shown, ...more] = elementsOf(decodeCursor(text))
  if (!SORTS.includes(sort as Sort) || more.length > 0) return undefined
  if (typeof value !== 'string' || typeof name !== 'string') return undefined
  if (!Number.isSafeInteger(shown) || Number(shown) < 1) return undefined
  return { sort: sort as Sort, position: [value, name], shown: Number(shown) }
}
