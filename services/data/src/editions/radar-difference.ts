import { technologyPath } from '@landscape/contracts/technology-path'
import { isDeepStrictEqual } from 'node:util'
import type { EntryOf, RadarDifference } from './reply.ts'
import { ownMember, understood } from '@landscape/contracts/json'
import { entryOf } from '@landscape/contracts/entries'
import { plannedMoves, publicMove } from '../timeline/moves.ts'
import { positionsIn, type RadarView } from '../timeline/radar-view.ts'
import { directorateOf } from '../timeline/viewer.ts'

/** Maximum number of entries of each kind in a response, which counts the others. */
const MAX_ENTRIES = 500
const MAX_FIELDS = 20
/** Maximum length of a title, an id or the name of a field (characters). */
const MAX_LENGTH = 200
/** Members that are not compared: the timeline has the moves. */
const NOT_COMPARED = new Set(['id', 'timeline', 'filteredTimeline'])

type Lists = Pick<RadarDifference, 'new' | 'moved' | 'gone' | 'texts'>

/**
 * The entries that differ between two radars, by their ids, in the order of the later radar. A member that is
 * absent, null or empty in both is equal. Positions of a directorate count as in reads of the radar.
 */
export function differenceOf(
  before: RadarView,
  after: RadarView,
): Omit<RadarDifference, 'from' | 'to'> {
  const [old, present] = [entriesIn(before), entriesIn(after)]
  const lists: Lists = { new: [], moved: [], gone: [], texts: [] }
  for (const [id, { ring, raw, ...entry }] of present) {
    const was = old.get(id)
    if (!was) lists.new.push({ ...entry, ring })
    else {
      if (ring !== was.ring) lists.moved.push({ ...entry, from: was.ring, to: ring })
      const fields = fieldsThatDiffer(was.raw, raw)
      if (fields.length > 0) lists.texts.push({ ...entry, fields })
    }
  }
  for (const [id, { ring, raw: _raw, ...entry }] of old) {
    if (!present.has(id)) lists.gone.push({ ...entry, ring })
  }
  const plans = plannedMoves(after)
  const query = directorateOf(after)
  const { new: added, moved, gone, texts } = lists
  return {
    counts: { new: added.length, moved: moved.length, gone: gone.length, texts: texts.length },
    new: added.slice(0, MAX_ENTRIES),
    moved: moved.slice(0, MAX_ENTRIES),
    gone: gone.slice(0, MAX_ENTRIES),
    texts: texts.slice(0, MAX_ENTRIES),
    planTotal: plans.length,
    plans: plans.slice(0, MAX_ENTRIES).map((plan) => ({
      ...publicMove(plan),
      link: technologyPath(plan.title, query),
    })),
  }
}

type Compared = EntryOf & { ring: string | null; raw: Readonly<Record<string, unknown>> }

/** Entries by id with their rings; the first of several with one id. */
function entriesIn(view: RadarView): Map<string, Compared> {
  const entries = new Map<string, Compared>()
  const query = directorateOf(view)
  for (const entry of understood(view.radar.entries.map(entryOf))) {
    const { id, title, raw } = entry
    if (entries.has(id)) continue
    const ring = positionsIn(view, entry).at(-1)?.ringId.slice(0, MAX_LENGTH) ?? null
    const shown = { id: id.slice(0, MAX_LENGTH), title: title.slice(0, MAX_LENGTH) }
    entries.set(id, { ...shown, link: technologyPath(shown.title, query), ring, raw })
  }
  return entries
}

function fieldsThatDiffer(before: Compared['raw'], after: Compared['raw']): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !NOT_COMPARED.has(name))
    .filter(
      (name) => !isDeepStrictEqual(filled(ownMember(before, name)), filled(ownMember(after, name))),
    )
    .slice(0, MAX_FIELDS)
    .map((name) => name.slice(0, MAX_LENGTH))
}

/** A value, or null for one without content, which older radars omit. */
function filled(value: unknown): unknown {
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? null : value
}
