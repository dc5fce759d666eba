import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { decodeCursor, encodeCursor } from '@landscape/contracts/cursor'
import { firstIndex } from '@landscape/contracts/first-index'
import { elementsOf, type JsonRecord } from '@landscape/contracts/json'
import { oncePerFrozen } from '@landscape/contracts/once-per-object'
import { PROJECT_SECTIONS } from '@landscape/contracts/project-shape'
import type { StoredProject } from '@landscape/contracts/projects'
import { publicProject, type Project } from './project.ts'

/** Sort keys, with the sorted string of a project. */
const SORT_KEYS = {
  name: ({ name }: StoredProject) => name,
  programme: ({ programme }: StoredProject) => programme,
  stage: ({ stage }: StoredProject) => stage,
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
  projects: readonly StoredProject[],
  { sort, limit, cursor, fields }: Arrangement,
): { projects: Project[]; next?: Cursor } {
  const show = ({ raw }: StoredProject) => (fields ? pickSections(raw, fields) : publicProject(raw))
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

/** The selected sections of a project, in stored order. */
export function pickSections(project: JsonRecord, fields: readonly string[]): Project {
  const chosen = Object.entries(project).filter(([name]) => fields.includes(name))
  return publicProject(Object.fromEntries(chosen))
}

interface Positioned {
  project: StoredProject
  position: Position
}

/** The orders of a frozen list: all pages of a version share one. */
const ordersOf = oncePerFrozen(
  (_projects: readonly StoredProject[]) => new Map<Sort, readonly Positioned[]>(),
)

function inOrder(projects: readonly StoredProject[], sort: Sort): readonly Positioned[] {
  const orders = ordersOf(projects)
  const order = orders.get(sort) ?? sorted(projects, sort)
  orders.set(sort, order)
  return order
}

function sorted(projects: readonly StoredProject[], sort: Sort): Positioned[] {
  const textOf = SORT_KEYS[sort.replace('-', '') as SortKey]
  return projects
    .map((project): Positioned => {
      return { project, position: [folded(textOf(project)), folded(project.name)] }
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
/** The compared form: lower case. */
function folded(text: string): string {
  return text.trim().toLowerCase().slice(0, MAX_SORT_KEY_LENGTH).toWellFormed()
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
