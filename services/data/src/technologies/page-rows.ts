import { decodeCursor, encodeCursor } from '@landscape/contracts/cursor'
import { elementsOf } from '@landscape/contracts/json'

/** Position of a row in an order: the sorted value, then a key that no other row has. */
type Position = readonly [value: string | number, key: string]

/** The end of a page: rows that are added or removed do not shift the next page. */
export interface RowCursor {
  sort: string
  position: Position
}

/** The sorted value of rows without one, which are last in both directions. */
export const NO_VALUE = ''

/** The order of rows: the sorted value of each, and its key. */
export interface RowOrder<R> {
  /** The name of the order; a minus sorts in descending order. */
  sort: string
  valueOf: (row: R) => string | number
  /** Rows with equal keys keep their order. */
  keyOf: (row: R) => string
}

/** A page of sorted rows. */
export interface RowPage<R> {
  rows: R[]
  /** The cursor of the next page, if any. */
  next?: RowCursor
}

/** Sorts rows, and returns those of one page; all rows without a limit. */
export function pageRows<R>(
  rows: readonly R[],
  { sort, valueOf, keyOf }: RowOrder<R>,
  { limit, cursor }: { limit?: number | undefined; cursor?: RowCursor | undefined },
): RowPage<R> {
  const sign = sort.startsWith('-') ? -1 : 1
  const compare = ([a, keyA]: Position, [b, keyB]: Position) =>
    Number(a === NO_VALUE) - Number(b === NO_VALUE) ||
    sign * compareValues(a, b) ||
    compareValues(keyA, keyB)
  const uniqueKey = createUniqueKeys()
  const sorted = rows
    .map((row) => ({ row, position: [valueOf(row), uniqueKey(keyOf(row))] as const }))
    .filter(({ position }) => !cursor || compare(position, cursor.position) > 0)
    .sort((a, b) => compare(a.position, b.position))
  const page = limit === undefined ? sorted : sorted.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(({ row }) => row),
    ...(last && page.length < sorted.length && { next: { sort, position: last.position } }),
  }
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

/** Numbers by size, strings by code unit. */
function compareValues(a: string | number, b: string | number): number {
  if (a === b) return 0
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : 1
}

/** An opaque cursor for URLs. */
export function formatRowCursor({ sort, position }: RowCursor): string {
  return encodeCursor([sort, ...position])
}

/** Parses a cursor; undefined when it is invalid. */
export function readRowCursor(text: string): RowCursor | undefined {
  const [sort, value, key, ...more] = elementsOf(decodeCursor(text))
  if (typeof sort !== 'string' || typeof key !== 'string' || more.length > 0) return undefined
  if (typeof value !== 'string' && !Number.isFinite(value)) return undefined
  return { sort, position: [value as string | number, key] }
}
