import { createBreaks } from '@landscape/contracts/async/in-slices'
import { decodeCursor, encodeCursor } from '../json/cursor.ts'
import { isRecord, ownMember } from '@landscape/contracts/json'
import { HistoryDamaged } from './damaged.ts'
import {
  shownChange,
  type FoundChange,
  type Past,
  type Period,
  type Position,
  type ShownChange,
} from './past.ts'
import { segmentsOf, unescaped } from '@landscape/contracts/change-path'
import type { Change } from './record.ts'

/** A filter of changes. */
export interface ChangeQuery extends Period {
  /** A part of a subject or of another name of it, in any letter case. */
  subject?: string | undefined
  /** A part of the e-mail of the author, in any letter case. */
  actor?: string | undefined
}

/** Whether a change matches a query. */
export function matchesQuery(
  change: Pick<Change, 'at' | 'actor'> & NamedChange,
  { since = -Infinity, until = Infinity, ...query }: ChangeQuery,
): boolean {
  const { at, actor } = change
  const instant = Date.parse(at)
  if (instant < since || instant > until) return false
  if (query.actor !== undefined && !contains(actor?.email, query.actor)) return false
  const { subject } = query
  return subject === undefined || namesOf(change).some((name) => contains(name, subject))
}

function contains(text: string | undefined, part: string): boolean {
  return text !== undefined && text.toLowerCase().includes(part.toLowerCase())
}

type NamedChange = Pick<Change, 'subjects' | 'names'> &
  Partial<Pick<Change, 'isPartlyNamed' | 'steps'>>

/** All names of the subjects of a change. */
function namesOf({ subjects, names, isPartlyNamed, steps = [] }: NamedChange): string[] {
  const more = isPartlyNamed ? steps.map(({ path }) => segmentsOf(path).slice(0, 2)) : []
  return [...subjects, ...names, ...more.flat().map(unescaped)]
}

/** A change and its position in one history; without `shown`, a position at which a page may end. */
export interface PositionedChange {
  at: string
  position: Position
  shown?: ShownChange | undefined
}

/** The changes of one history below a position, newest first. */
export type ChangeSource = (below: Position | undefined) => AsyncGenerator<PositionedChange>

/** The changes of a history that match a query. */
export function sourceOf(past: Past, query: ChangeQuery): ChangeSource {
  return (below) =>
    withPauses(past.changes(query, below), (found) =>
      matchesQuery(found.change, query) ? shownChange(found) : undefined,
    )
}

/** Maximum number of names of non-matching changes that one page compares; the next page continues there. */
const MAX_NAMES = 30_000

/**
 * Filters changes, and yields a position without a change after MAX_NAMES non-matching names, since the
 * next match may be far away.
 *
 * @param show returns `undefined` for a change that does not match
 */
export async function* withPauses<F extends FoundChange & { position: Position }>(
  walk: AsyncIterable<F>,
  show: (found: F) => ShownChange | undefined,
): AsyncGenerator<PositionedChange> {
  let compared = 0
  for await (const found of walk) {
    const positioned = { at: found.change.at, position: found.position }
    if (compared >= MAX_NAMES) {
      compared = 0
      yield positioned
    }
    const shown = show(found)
    if (shown) yield { ...positioned, shown }
    else compared += namesOf(found.change).length
  }
}

/** The position below which each history continues; `null` when none of its changes are left. */
export type Cursor = Readonly<Record<string, Position | null>>

export interface ChangePage {
  /** May be fewer than the limit, or empty, even when there is a next page. */
  changes: ShownChange[]
  /** Cursor of the next page; `null` when this is the last. */
  next: string | null
  /** Histories whose earlier changes cannot be read, with the reason; absent when there are none. */
  gaps?: { document: string; detail: string }[]
}

/**
 * Maximum size (characters of JSON) of a page with more than one change: renaming a technology in 5,000
 * projects is one change with 5,000 operations.
 */
const MAX_PAGE_SIZE = 4 * 2 ** 20

/**
 * Merges histories into one page, newest first. Changes of the same instant are in the order of their
 * sources. Changes that are stored after the first page do not appear on later pages.
 *
 * @param sources by document name
 */
export async function changePage(
  sources: Readonly<Record<string, ChangeSource>>,
  { cursor, limit, size = MAX_PAGE_SIZE }: { cursor?: Cursor; limit: number; size?: number },
): Promise<ChangePage> {
  const gaps: NonNullable<ChangePage['gaps']> = []
  const walks = await Promise.all(
    Object.entries(sources).map(async ([document, source]) => {
      const below = ownMember(cursor ?? {}, document)
      const walk = below === null ? undefined : source(below)
      const next = async () => {
        try {
          return (await walk?.next())?.value as PositionedChange | undefined
        } catch (error) {
          if (!(error instanceof HistoryDamaged)) throw error
          gaps.push({ document, detail: error.message })
          return undefined
        }
      }
      return { document, next, head: await next(), end: () => walk?.return(undefined) }
    }),
  )
  const changes: ShownChange[] = []
  let left = size
  let newest = newestHead(walks)
  const mayBreak = createBreaks()
  while (newest?.head.shown && changes.length < limit) {
    const { shown } = newest.head
    left -= JSON.stringify(shown).length
    if (left < 0 && changes.length > 0) break
    changes.push(shown)
    await mayBreak()
    newest.walk.head = await newest.walk.next()
    newest = newestHead(walks)
  }
  for (const { end } of walks) await end()
  const next = walks.map(({ document, head }) => [document, head ? including(head) : null] as const)
  const page = { changes, next: newest ? writeCursor(Object.fromEntries(next)) : null }
  return gaps.length > 0 ? { ...page, gaps } : page
}

/** The newest of the next changes of all walks; ISO instants sort as strings. */
function newestHead<W extends { head: PositionedChange | undefined }>(walks: readonly W[]) {
  let newest: { walk: W; head: PositionedChange } | undefined
  for (const walk of walks) {
    const { head } = walk
    if (head && (!newest || head.at > newest.head.at)) newest = { walk, head }
  }
  return newest
}

/** The position below which a change is the next. */
function including({ position: { number, index } }: PositionedChange): Position {
  return { number, index: index + 1 }
}

/** Encodes a cursor for clients, to whom it is opaque. */
export function writeCursor(cursor: Cursor): string {
  const pairs = Object.entries(cursor).map(([name, at]) => [name, at && [at.number, at.index]])
  return encodeCursor(Object.fromEntries(pairs))
}

/** Decodes the `next` of a page; `undefined` when it is not a cursor. */
export function readCursor(text: string): Cursor | undefined {
  const pairs = decodeCursor(text)
  if (!isRecord(pairs)) return undefined
  const cursor: Record<string, Position | null> = Object.create(null)
  for (const [name, pair] of Object.entries(pairs)) {
    if (pair !== null && !isPair(pair)) return undefined
    cursor[name] = pair && { number: pair[0], index: pair[1] }
  }
  return cursor
}

function isPair(value: unknown): value is [number, number] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((n) => Number.isSafeInteger(n) && n > 0)
  )
}
