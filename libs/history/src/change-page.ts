import { isRecord } from '@landscape/contracts'
import {
  shownChange,
  type ChangeQuery,
  type Past,
  type Position,
  type ShownChange,
} from './pages.ts'

/** A change of one history, newest first, and where it stands there. */
export interface PlacedChange {
  shown: ShownChange
  position: Position
}

/** The changes of one history below a position, newest first. */
export type ChangeSource = (below: Position | undefined) => AsyncGenerator<PlacedChange>

/** What a history holds that a question is about. */
export function sourceOf(past: Past, query: ChangeQuery): ChangeSource {
  return async function* (below) {
    for await (const found of past.changes(query, below)) {
      yield { shown: shownChange(found), position: found.position }
    }
  }
}

/** Where each history goes on: below a position; `null` when nothing is left of it. */
export type Cursor = Readonly<Record<string, Position | null>>

export interface ChangePage {
  changes: ShownChange[]
  /** Cursor of the next page; `null` when this is the last. */
  next: string | null
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
 * @param sources by the names that the cursor knows them by
 */
export async function changePage(
  sources: Readonly<Record<string, ChangeSource>>,
  { cursor, limit, size = PAGE_SIZE }: { cursor?: Cursor; limit: number; size?: number },
): Promise<ChangePage> {
  const walks = await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      const below = cursor?.[name]
      const walk = below === null ? undefined : source(below)
      return { name, walk, head: await following(walk) }
    }),
  )
  const changes: ShownChange[] = []
  let left = size
  let newest = newestOf(walks)
  while (newest && changes.length < limit) {
    const { shown } = newest.head
    left -= JSON.stringify(shown).length
    if (left < 0 && changes.length > 0) break
    changes.push(shown)
    newest.walk.head = await following(newest.walk.walk)
    newest = newestOf(walks)
  }
  for (const { walk } of walks) await walk?.return(undefined)
  const next = walks.map(({ name, head }) => [name, head ? including(head) : null] as const)
  return { changes, next: newest ? textOf(Object.fromEntries(next)) : null }
}

async function following(walk: AsyncGenerator<PlacedChange> | undefined) {
  const next = await walk?.next()
  return next?.done === false ? next.value : undefined
}

/** The newest change that histories have at their heads, and whose it is; instants compare as texts. */
function newestOf<W extends { head: PlacedChange | undefined }>(walks: readonly W[]) {
  let newest: { walk: W; head: PlacedChange } | undefined
  for (const walk of walks) {
    const { head } = walk
    if (head && (!newest || head.shown.at > newest.head.shown.at)) newest = { walk, head }
  }
  return newest
}

/** The position below which a change is the first. */
function including({ position: { number, index } }: PlacedChange): Position {
  return { number, index: index + 1 }
}

function textOf(cursor: Cursor): string {
  const places = Object.entries(cursor).map(([name, at]) => [name, at && [at.number, at.index]])
  return Buffer.from(JSON.stringify(Object.fromEntries(places))).toString('base64url')
}

/** Reads what a page gave as its `next`; `undefined` for anything else. */
export function readCursor(text: string): Cursor | undefined {
  const places = parsed(Buffer.from(text, 'base64url').toString())
  if (!isRecord(places)) return undefined
  const cursor: Record<string, Position | null> = Object.create(null)
  for (const [name, place] of Object.entries(places)) {
    if (place !== null && !isPlace(place)) return undefined
    cursor[name] = place && { number: place[0], index: place[1] }
  }
  return cursor
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPlace(value: unknown): value is [number, number] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((n) => Number.isSafeInteger(n) && n > 0)
  )
}
