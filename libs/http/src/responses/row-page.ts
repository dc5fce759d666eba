import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { decodeCursor, encodeCursor } from '@landscape/contracts/cursor'
import { firstIndex } from '@landscape/contracts/first-index'
import { elementsOf, ownMember } from '@landscape/contracts/json'
import { oncePerFrozen } from '@landscape/contracts/once-per-object'

/** The sorted value of a row; null is last in both directions. */
type SortValue = string | number | null
/** Position of a row in an order: the sorted value, then a key that no other row has. */
type Position = readonly [value: SortValue, key: string]

/** The end of a page: rows that are added or removed do not shift the next page. */
export interface RowCursor {
  sort: string
  position: Position
}

/** The order of rows. */
export interface RowOrder<R> {
  /** A name of `values`; a minus sorts in descending order. */
  sort: string
  values: Readonly<Record<string, (row: R) => SortValue>>
  /** Rows with equal keys keep their order. */
  keyOf: (row: R) => string
}

/** The part of a sorted list that a request selects. */
export interface PageOfRows {
  sort: string
  limit?: number | undefined
  cursor?: RowCursor | undefined
}

/** Sorts rows, and returns those of one page; all rows without a limit. `next` is the cursor of the next page. */
export function pageRows<R>(
  rows: readonly R[],
  order: RowOrder<R>,
  { limit = rows.length, cursor }: Pick<PageOfRows, 'limit' | 'cursor'>,
): { rows: R[]; next?: RowCursor } {
  const { sort } = order
  const orders = ordersOf(rows) as Map<string, Positioned<R>[]>
  const sorted = orders.get(sort) ?? inOrder(rows, order)
  orders.set(sort, sorted)
  const start = cursor
    ? firstIndex(sorted, ({ position }) => compare(sort, position, cursor.position) <= 0)
    : 0
  const page = sorted.slice(start, start + limit)
  const last = page.at(-1)
  const isLastPage = start + page.length >= sorted.length
  return {
    rows: page.map(({ row }) => row),
    ...(last && !isLastPage && { next: { sort, position: last.position } }),
  }
}

interface Positioned<R> {
  row: R
  position: Position
}

/** The orders of a frozen list: all pages of a version share one. */
const ordersOf = oncePerFrozen((_rows: readonly unknown[]) => new Map<string, unknown>())

function inOrder<R>(rows: readonly R[], { sort, values, keyOf }: RowOrder<R>): Positioned<R>[] {
  const valueOf = ownMember(values, sort.replace('-', '')) ?? (() => null)
  const uniqueKey = createUniqueKeys()
  return rows
    .map((row) => ({ row, position: [valueOf(row), uniqueKey(keyOf(row))] as const }))
    .sort((a, b) => compare(sort, a.position, b.position))
}

function compare(sort: string, [a, keyA]: Position, [b, keyB]: Position): number {
  const sign = sort.startsWith('-') ? -1 : 1
  return (
    Number(a === null) - Number(b === null) || sign * compareValues(a, b) || byCodeUnit(keyA, keyB)
  )
}

/** Numbers by size, strings by code unit. */
function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return byCodeUnit(String(a), String(b))
}

/** Numbers equal keys, so that a page does not end between rows of one position. */
function createUniqueKeys(): (key: string) => string {
  const counts = new Map<string, number>()
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count === 1 ? key : `${key} ${String(count).padStart(6, '0')}`
  }
}

/** An opaque cursor for URLs. */
export function formatRowCursor({ sort, position }: RowCursor): string {
  return encodeCursor([sort, ...position])
}

/** Parses a cursor; undefined when it is invalid. */
export function readRowCursor(text: string): RowCursor | undefined {
  const [sort, value, key, ...more] = elementsOf(decodeCursor(text))
  if (typeof sort !== 'string' || typeof key !== 'string' || more.length > 0) return undefined
  const isValue = value === null || typeof value === 'string' || Number.isFinite(value)
  return isValue ? { sort, position: [value as SortValue, key] } : undefined
}
