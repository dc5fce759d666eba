import { positionsOf, type Directorate, type Directorates } from '@landscape/contracts/directorates'
import { recordsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { Snapshot } from '@landscape/store/documents/copy'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Past } from '@landscape/store/history/past'
import { isDeepStrictEqual } from 'node:util'

/** The directorate whose positions are compared. */
interface Viewer {
  directorate: Directorate
  directorates: Directorates
}

/**
 * Ids of the radar entries that differ, in their members or the positions that count for a directorate, from the recorded state at an instant, or from the first recorded
 * state when the history begins later; empty without a history.
 */
export async function changedEntries(
  radar: StoredDocument<RadarDocument>,
  since: number,
  viewer: Viewer,
): Promise<ReadonlySet<string>> {
  const version: Snapshot<RadarDocument> | undefined = await radar.read()
  if (!version) return new Set()
  const past = await radar.past(version)
  const state = (await past.stateAt(since)) ?? (await firstState(past))
  return state
    ? idsOfChanged(entriesById(state.value, viewer), entriesById(version.value, viewer))
    : new Set()
}

async function firstState(past: Past): Promise<{ value: unknown } | undefined> {
  let first: string | undefined
  for await (const { at } of past.versions()) first = at
  return first === undefined ? undefined : past.stateAt(Date.parse(first))
}

function entriesById(radar: unknown, { directorate, directorates }: Viewer): Map<unknown, unknown> {
  const { entries } = radar as { entries?: unknown }
  return new Map(
    recordsOf(entries).map((entry) => [
      entry['id'],
      { ...entry, timeline: positionsOf(entry, directorate, directorates) },
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
