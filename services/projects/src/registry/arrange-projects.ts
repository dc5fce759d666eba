import {
  asRecord,
  decodeCursor,
  elementsOf,
  encodeCursor,
  PROJECT_SECTIONS,
  projectName,
  recordsOf,
} from '@landscape/contracts'
import { publicProject, type Project } from './project.ts'

/** What a list may be sorted by: the text that a project has there. */
const SORT_KEYS = {
  name: projectName,
  programme: ({ details }: Project) => asRecord(recordsOf(details)[0])['programme_name'],
  stage: ({ stage }: Project) => stage,
}
type SortKey = keyof typeof SORT_KEYS
/** A key; with a minus the other way round. */
type Sort = SortKey | `-${SortKey}`
export const SORTS = Object.keys(SORT_KEYS).flatMap((key) => [key, `-${key}`]) as Sort[]
/** The order of pages, unless another one is asked for. */
const BY_NAME: Sort = 'name'

/** The sections that a caller may choose instead of whole projects. */
export const FIELDS = Object.keys(PROJECT_SECTIONS)

/** Where a project stands in an order: its text, then its name. */
type Place = readonly [text: string, name: string]

/**
 * Where a page ends. It names a place and no number: what is stored, changed or deleted meanwhile moves
 * nothing else from one page to another.
 */
export interface Cursor {
  sort: Sort
  place: Place
  /** How many projects with this very place have been shown. */
  shown: number
}

/** How a list is to be answered; all of it in stored order when nothing is said. */
export interface Arrangement {
  sort?: Sort | undefined
  limit?: number | undefined
  cursor?: Cursor | undefined
  /** Sections, each once; whole projects when absent. */
  fields?: readonly string[] | undefined
}

/** Whether a cursor is one of the pages that are asked for. */
export function isCursorOf({ sort = BY_NAME, cursor }: Arrangement): boolean {
  return cursor === undefined || cursor.sort === sort
}

/**
 * Sorts projects, takes one page of them, and of each the chosen sections. Those that have the same
 * place in the order stay in stored order.
 *
 * @returns `next`, where the page ends, when there is more
 */
export function arrangeProjects(
  projects: readonly Project[],
  { sort, limit, cursor, fields }: Arrangement,
): { projects: Project[]; next?: Cursor } {
  const show = (project: Project) => (fields ? pick(project, fields) : project)
  if (!sort && limit === undefined && !cursor) return { projects: projects.map(show) }
  const order = sort ?? BY_NAME
  const placed = inOrder(projects, order)
  const start = cursor ? startAfter(placed, cursor) : 0
  const end = limit === undefined ? placed.length : start + limit
  const page = { projects: placed.slice(start, end).map(({ project }) => show(project)) }
  const last = placed[end - 1]
  if (!last || end >= placed.length) return page
  const first = placed.findIndex(({ place }) => compare(order, place, last.place) === 0)
  return { ...page, next: { sort: order, place: last.place, shown: end - first } }
}

function pick(project: Project, fields: readonly string[]): Project {
  const chosen = Object.entries(project).filter(([name]) => fields.includes(name))
  return publicProject(Object.fromEntries(chosen))
}

interface Placed {
  project: Project
  place: Place
}

function inOrder(projects: readonly Project[], sort: Sort): Placed[] {
  const textOf: (project: Project) => unknown = SORT_KEYS[sort.replace('-', '') as SortKey]
  return projects
    .map((project): Placed => {
      return { project, place: [folded(textOf(project)), folded(projectName(project))] }
    })
    .toSorted((a, b) => compare(sort, a.place, b.place))
}

function startAfter(placed: readonly Placed[], { sort, place, shown }: Cursor): number {
  const sides = placed.map((other) => compare(sort, other.place, place))
  const before = sides.filter((side) => side < 0).length
  const same = sides.filter((side) => side === 0).length
  return before + Math.min(shown, same)
}

function compare(sort: Sort, [textA, nameA]: Place, [textB, nameB]: Place): number {
  const sign = sort.startsWith('-') ? -1 : 1
  return sign * compareTexts(textA, textB) || compareTexts(nameA, nameB)
}

/** The same on every machine, whatever its language. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** So many characters count: a cursor holds them. */
const LONGEST = 100
/** Case does not matter; what is no text comes first. */
function folded(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value.trim().toLowerCase().slice(0, LONGEST).toWellFormed()
}

/** A cursor as it stands in an address; only `readCursor` looks into it. */
export function cursorText({ sort, place, shown }: Cursor): string {
  return encodeCursor([sort, ...place, shown])
}

/** The cursor that a text holds; undefined when it is none of ours. */
export function readCursor(text: string): Cursor | undefined {
  const [sort, value, name, shown, ...more] = elementsOf(decodeCursor(text))
  if (!SORTS.includes(sort as Sort) || more.length > 0) return undefined
  if (typeof value !== 'string' || typeof name !== 'string') return undefined
  if (!Number.isSafeInteger(shown) || Number(shown) < 1) return undefined
  return { sort: sort as Sort, place: [value, name], shown: Number(shown) }
}
