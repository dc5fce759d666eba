import { decodeCursor, encodeCursor, isRecord } from '@landscape/contracts'
import { HistoryDamaged } from './damaged.ts'
import {
  shownChange,
  type FoundChange,
  type Past,
  type Period,
  type Position,
  type ShownChange,
} from './past.ts'
import type { Change } from './record.ts'

/** Which changes are looked for. */
export interface ChangeQuery extends Period {
  /** A part of a subject, or of what else that is called, in any letter case. */
  subject?: string | undefined
  /** A part of the e-mail of who made the change, in any letter case. */
  actor?: string | undefined
}

/** Whether a change is one that is looked for. */
export function isWanted(
  change: Pick<Change, 'at' | 'subjects' | 'names' | 'summary' | 'actor'>,
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

/** What people call the subjects of a change; records of earlier versions have titles in the summary only. */
function namesOf({ subjects, names, summary }: Pick<Change, 'subjects' | 'names' | 'summary'>) {
  return [...subjects, ...(names ?? [summary])]
}

/** A change of one history and where it stands there; without `shown` the walk rests there. */
export interface PositionedChange {
  at: string
  position: Position
  shown?: ShownChange | undefined
}

/** The changes of one history below a position, newest first. */
export type ChangeSource = (below: Position | undefined) => AsyncGenerator<PositionedChange>

/** What a history holds that a question is about. */
export function sourceOf(past: Past, query: ChangeQuery): ChangeSource {
  return (below) =>
    resting(past.changes(query, below), (found) =>
      isWanted(found.change, query) ? shownChange(found) : undefined,
    )
}

/** Maximum number of names of unwanted changes that one page looks at; the next one goes on from there. */
const MAX_NAMES = 30_000

/**
 * A walk that rests now and then, since nobody knows how far away the next change is that is wanted.
 *
 * @param show gives nothing for a change that is not
 */
export async function* resting<F extends FoundChange & { position: Position }>(
  walk: AsyncIterable<F>,
  show: (found: F) => ShownChange | undefined,
): AsyncGenerator<PositionedChange> {
  let looked = 0
  for await (const found of walk) {
    const place = { at: found.change.at, position: found.position }
    if (looked >= MAX_NAMES) {
      looked = 0
      yield place
    }
    const shown = show(found)
    if (shown) yield { ...place, shown }
    else looked += namesOf(found.change).length
  }
}

/** Where each history goes on: below a position; `null` when nothing is left of it. */
export type Cursor = Readonly<Record<string, Position | null>>

export interface ChangePage {
  /** May be fewer than were asked for, or none, though there is a next page. */
  changes: ShownChange[]
  /** Cursor of the next page; `null` when this is the last. */
  next: string | null
  /** Histories that cannot be told any further, and why; absent when there is none. */
  gaps?: { document: string; detail: string }[]
}

/**
 * A page ends before it would hold more characters of JSON than this, but for a single change that does:
 * one that renames a technology in 5,000 projects has 5,000 operations.
 */
const PAGE_SIZE = 4 * 2 ** 20

/**
 * Merges histories into one page, newest first; of changes at the same instant those of the earlier
 * source come first. Changes that are made while somebody turns pages appear on none of the later ones.
 *
 * @param sources by the names of their documents
 */
export async function changePage(
  sources: Readonly<Record<string, ChangeSource>>,
  { cursor, limit, size = PAGE_SIZE }: { cursor?: Cursor; limit: number; size?: number },
): Promise<ChangePage> {
  const gaps: NonNullable<ChangePage['gaps']> = []
  const walks = await Promise.all(
    Object.entries(sources).map(async ([document, source]) => {
      const below = cursor?.[document]
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
  while (newest?.head.shown && changes.length < limit) {
    const { shown } = newest.head
    left -= JSON.stringify(shown).length
    if (left < 0 && changes.length > 0) break
    changes.push(shown)
    newest.walk.head = await newest.walk.next()
    newest = newestHead(walks)
  }
  for (const { end } of walks) await end()
  const next = walks.map(({ document, head }) => [document, head ? including(head) : null] as const)
  const page = { changes, next: newest ? cursorText(Object.fromEntries(next)) : null }
  return gaps.length > 0 ? { ...page, gaps } : page
}

/** The newest that histories have at their heads, and whose it is; instants compare as texts. */
function newestHead<W extends { head: PositionedChange | undefined }>(walks: readonly W[]) {
  let newest: { walk: W; head: PositionedChange } | undefined
  for (const walk of walks) {
    const { head } = walk
    if (head && (!newest || head.at > newest.head.at)) newest = { walk, head }
  }
  return newest
}

/** The position below which a change is the first. */
function including({ position: { number, index } }: PositionedChange): Position {
  return { number, index: index + 1 }
}

/** A cursor as a page gives it; only `readCursor` looks into it. */
export function cursorText(cursor: Cursor): string {
  const places = Object.entries(cursor).map(([name, at]) => [name, at && [at.number, at.index]])
  return encodeCursor(Object.fromEntries(places))
}

/** Reads what a page gave as its `next`; `undefined` for anything else. */
export function readCursor(text: string): Cursor | undefined {
  const places = decodeCursor(text)
  if (!isRecord(places)) return undefined
  const cursor: Record<string, Position | null> = Object.create(null)
  for (const [name, place] of Object.entries(places)) {
    if (place !== null && !isPlace(place)) return undefined
    cursor[name] = place && { number: place[0], index: place[1] }
  }
  return cursor
}

function isPlace(value: unknown): value is [number, number] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((n) => Number.isSafeInteger(n) && n > 0)
  )
}
