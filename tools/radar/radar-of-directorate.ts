import {
  endOfDay,
  positionsOf,
  type Directorate,
  type Directorates,
} from '@landscape/contracts/directorates'
import { dateOf } from '@landscape/contracts/entries'
import { isRecord, type JsonRecord, recordsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { distance } from './timeline.ts'
import { partsOf } from './outline.ts'

/** A radar whose timelines have only the positions that apply to a directorate until the day of an instant. */
export function radarOfDirectorate(
  radar: RadarDocument,
  directorate: Directorate,
  directorates: Directorates,
  now: number,
): RadarDocument {
  const counting = { until: endOfDay(now), at: dateOf }
  const rings = partsOf(radar.rings)
  const entries = radar.entries.map((entry) => {
    if (!isRecord(entry) || !Array.isArray(entry['timeline'])) return entry
    const timeline = recordsOf(entry['timeline'])
    const positions = positionsOf(timeline, directorate, directorates, counting)
    const isComplete = positions.length === entry['timeline'].length
    return isComplete ? entry : { ...entry, timeline: positions.map(movedFrom(rings)) }
  })
  return { ...radar, entries }
}

/** A position with its distance from the one before it, which counted another position. */
function movedFrom(rings: readonly { id: string }[]) {
  return (position: JsonRecord, i: number, positions: readonly JsonRecord[]): JsonRecord => {
    const [from, to] = [positions[i - 1]?.['ringId'], position['ringId']]
    const moved = typeof from === 'string' && typeof to === 'string' ? distance(from, to, rings) : 0
    return { ...position, moved }
  }
}
