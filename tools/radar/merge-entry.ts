import { isDeepStrictEqual } from 'node:util'
import type { Directorates } from '@landscape/contracts/directorates'
import { fieldsOf } from '@landscape/contracts/entries'
import type { JsonRecord } from '@landscape/contracts/json'
import type { IdentifiedEntry } from '@landscape/admin-review/radar/submission'
import type { FileEntry } from './file-radar.ts'
import { freeId, slugOf } from './match-parts.ts'
import { mergedTimeline, movedTimeline, newTimeline, type RingPosition } from './timeline.ts'

/** Fields of an entry that a file may contain, without its quadrant and positions. */
export const FIELDS = ['title', 'key', 'url', 'description', 'links', 'tags'] as const

interface Where {
  quadrant: string
  placed: readonly RingPosition[]
}
type Context = Parameters<typeof newTimeline>[1]

/** A new entry. */
export function newEntry(
  { id, ...fileEntry }: FileEntry,
  { quadrant, placed }: Where,
  { taken, ...context }: Context & { taken: Set<string> },
): JsonRecord {
  const own = freeId(id ?? slugOf(fileEntry.title), taken)
  return {
    id: own,
    title: fileEntry.title,
    key: fileEntry.key ?? own,
    url: fileEntry.url ?? '#',
    quadrant,
    description: fileEntry.description ?? '',
    links: fileEntry.links ?? [],
    ...(fileEntry.tags && { tags: fileEntry.tags }),
    timeline: newTimeline(placed, context),
  }
}

/** A stored entry, updated with the values in the file. */
export function updatedEntry(
  known: IdentifiedEntry,
  fileEntry: FileEntry,
  { quadrant, placed }: Where,
  { hasTimelines, ...context }: Context & { directorates: Directorates; now: number },
): JsonRecord {
  const shown = fieldsOf(known)
  const fields = FIELDS.filter(
    (field) => fileEntry[field] !== undefined && !isDeepStrictEqual(fileEntry[field], shown[field]),
  )
  const present = placed.at(-1)
  const timeline =
    hasTimelines || !present
      ? mergedTimeline(known['timeline'], placed, context)
      : movedTimeline(known['timeline'], present, context)
  const changes = Object.fromEntries(fields.map((field) => [field, fileEntry[field]]))
  return { ...known, ...changes, quadrant, timeline }
}
