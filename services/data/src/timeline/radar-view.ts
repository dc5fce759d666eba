import {
  endOfDay,
  plansOf,
  positionsOf,
  directoratesFrom,
  type Directorate,
  type Directorates,
} from '@landscape/contracts/directorates'
import type { StoredEntry, StoredPosition } from '@landscape/contracts/entries'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { LRUCache } from 'lru-cache'
import type { Viewer } from './viewer.ts'

/** A radar and the directorate whose positions count. */
export interface RadarView extends Viewer {
  readonly radar: RadarDocument
  /** Last instant of the reference day, in milliseconds since the epoch: later positions are plans. */
  readonly until: number
}

const NO_DIRECTORATES = directoratesFrom([])
/** Number of directorates whose views are kept for each radar. */
export const KEPT_VIEWS = 20
const viewsOf = oncePerObject(
  (_radar: RadarDocument) => new LRUCache<Directorate, RadarView>({ max: KEPT_VIEWS }),
)

/**
 * A radar as a directorate sees it on a day, by default as the default one sees it with all positions; usually the
 * same object for the same arguments.
 *
 * @param day an instant of the reference day
 */
export function radarViewFor(
  radar: RadarDocument,
  directorates: Directorates = NO_DIRECTORATES,
  directorate: Directorate = directorates.main,
  day = Infinity,
): RadarView {
  const until = endOfDay(day)
  const views = viewsOf(radar)
  const known = views.get(directorate)
  const view = known?.until === until ? known : { radar, directorate, directorates, until }
  views.set(directorate, view)
  return view
}

/** The title of a radar; it names a directorate that is not the default one. */
export function titleOf({ radar, directorate, directorates }: RadarView): string {
  const title = radar.title.trim() || 'Technology radar'
  return directorate === directorates.main ? title : `${title}: ${directorate.name}`
}

const at = (position: StoredPosition) => position.at

/** The positions of an entry that apply until the reference day, in stored order; the last is the present one. */
export function positionsIn(
  { directorate, directorates, until }: RadarView,
  { timeline }: Pick<StoredEntry, 'timeline'>,
): StoredPosition[] {
  return positionsOf(timeline, directorate, directorates, { until, at })
}

/** The positions of an entry after the reference day, in stored order. */
export function plansIn(
  { directorate, directorates, until }: RadarView,
  { timeline }: Pick<StoredEntry, 'timeline'>,
): StoredPosition[] {
  return plansOf(timeline, directorate, directorates, { until, at })
}
