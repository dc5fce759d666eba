import { isDeepStrictEqual } from 'node:util'
import type { JsonRecord } from '@landscape/contracts'
import type { IdentifiedEntry } from '../../services/admin-review/src/radar/submission.ts'
import type { FileEntry } from './file-radar.ts'
import { freeId, slugOf } from './match-parts.ts'
import { fieldsOf } from './outline.ts'
import { mergedTimeline, movedTimeline, newTimeline, type Placed } from './timeline.ts'

/** What a file may say of an entry, beside where it lies. */
export const FIELDS = ['title', 'key', 'url', 'description', 'links', 'tags'] as const

interface Where {
  quadrant: string
  placed: readonly Placed[]
}
type Context = Parameters<typeof newTimeline>[1]

/** An entry that is new to the radar. */
export function added(
  { id, ...told }: FileEntry,
  { quadrant, placed }: Where,
  { taken, ...context }: Context & { taken: Set<string> },
): JsonRecord {
  const own = freeId(id ?? slugOf(told.title), taken)
  return {
    id: own,
    title: told.title,
    key: told.key ?? own,
    url: told.url ?? '#',
    quadrant,
    description: told.description ?? '',
    links: told.links ?? [],
    ...(told.tags && { tags: told.tags }),
    timeline: newTimeline(placed, context),
  }
}

/** An entry that the radar has as well: what the file does not say stays as it is stored. */
export function updated(
  known: IdentifiedEntry,
  told: FileEntry,
  { quadrant, placed }: Where,
  { hasPast, ...context }: Context,
): JsonRecord {
  const shown = fieldsOf(known)
  const fields = FIELDS.filter(
    (field) => told[field] !== undefined && !isDeepStrictEqual(told[field], shown[field]),
  )
  const present = placed.at(-1)
  const timeline =
    hasPast || !present
      ? mergedTimeline(known['timeline'], placed, context)
      : movedTimeline(known['timeline'], present, context)
  const changes = Object.fromEntries(fields.map((field) => [field, told[field]]))
  return { ...known, ...changes, quadrant, timeline }
}
