import { positionsOf } from '@landscape/contracts/directorates'
import { dateOf } from '@landscape/contracts/entries'
import { recordsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { Snapshot } from '@landscape/store/documents/snapshot'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Past } from '@landscape/store/history/past'
import { isDeepStrictEqual } from 'node:util'
import type { RadarView } from '../timeline/radar-view.ts'
import type { Viewer } from '../timeline/viewer.ts'

type Viewed = Viewer & Pick<RadarView, 'until'>

/** The entries whose text or positions changed, as far as the history shows. */
export interface ChangedEntries {
  ids: ReadonlySet<string>
  /** Instant from which the history shows changes, in milliseconds since the epoch; undefined without a history. */
  since: number | undefined
}

/**
 * The radar entries that differ, in their members or the positions that count for a directorate, from the recorded
 * state at an instant, or from the first recorded state when the history begins later.
 */
export async function changedEntries(
  radar: StoredDocument<RadarDocument>,
  since: number,
  viewer: Viewed,
): Promise<ChangedEntries> {
  const version: Snapshot<RadarDocument> | undefined = await radar.read()
  if (!version) return { ids: new Set(), since: undefined }
  const past = await radar.past(version)
  const earlier = await past.stateAt(since)
  const first = earlier ? { state: earlier, at: since } : await firstState(past)
  if (!first) return { ids: new Set(), since: undefined }
  const before = entriesById(first.state.value, viewer)
  return { ids: idsOfChanged(before, entriesById(version.value, viewer)), since: first.at }
}

async function firstState(
  past: Past,
): Promise<{ state: { value: unknown }; at: number } | undefined> {
  let first: string | undefined
  for await (const { at } of past.versions()) first = at
  if (first === undefined) return undefined
  const at = Date.parse(first)
  const state = await past.stateAt(at)
  return state && { state, at }
}

function entriesById(
  radar: unknown,
  { directorate, directorates, until }: Viewed,
): Map<unknown, unknown> {
  const { entries } = radar as { entries?: unknown }
  return new Map(
    recordsOf(entries).map((entry) => [
      entry['id'],
      {
        ...entry,
        timeline: positionsOf(recordsOf(entry['timeline']), directorate, directorates, {
          until,
          at: dateOf,
        }),
      },
    ]),
  )
}

function idsOfChanged(
  before: ReadonlyMap<unknown, unknown>,
  after: ReadonlyMap<unknown, unknown>,
): Set<string> {
  const changed = [...after].filter(([id, entry]) => !isDeepStrictEqual(entry, before.get(id)))
  return new Set(changed.flatMap(([id]) => (typeof id === 'string' ? [id] : [])))
}
