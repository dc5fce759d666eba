import {
  positionsOf,
  readDirectorates,
  type Directorate,
  type Directorates,
} from '@landscape/contracts/directorates'
import type { StoredEntry, StoredPosition } from '@landscape/contracts/entries'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { LRUCache } from 'lru-cache'
import type { Viewer } from './viewer.ts'

/** A radar and the directorate whose positions count. */
export interface SeenRadar extends Viewer {
  readonly radar: RadarDocument
}

const NO_DIRECTORATES = readDirectorates([])
/** Number of directorates whose views are kept for each radar. */
export const KEPT_VIEWS = 20
const viewsOf = oncePerObject(
  (_radar: RadarDocument) => new LRUCache<Directorate, SeenRadar>({ max: KEPT_VIEWS }),
)

/** A radar as a directorate sees it, by default the default one; usually the same object for the same arguments. */
export function seenBy(
  radar: RadarDocument,
  directorates: Directorates = NO_DIRECTORATES,
  directorate: Directorate = directorates.main,
): SeenRadar {
  const views = viewsOf(radar)
  const view = views.get(directorate) ?? { radar, directorate, directorates }
  views.set(directorate, view)
  return view
}

/** The title of a radar; it names a directorate that is not the default one. */
export function titleOf({ radar, directorate, directorates }: SeenRadar): string {
  const title = radar.title.trim() || 'Technology radar'
  return directorate === directorates.main ? title : `${title}: ${directorate.name}`
}

/** The positions of an entry that count, in stored order; the last is the present one. */
export function positionsIn(
  { directorate, directorates }: SeenRadar,
  { timeline }: Pick<StoredEntry, 'timeline'>,
): StoredPosition[] {
  return positionsOf(timeline, directorate, directorates)
}
