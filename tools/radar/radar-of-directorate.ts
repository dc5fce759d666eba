import { positionsOf, type Directorate, type Directorates } from '@landscape/contracts/directorates'
import { isRecord, type JsonRecord, recordsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { distance } from './timeline.ts'
import { partsOf } from './outline.ts'

/** A radar whose timelines have only the positions that count for a directorate. */
export function radarOfDirectorate(
  radar: RadarDocument,
  directorate: Directorate,
  directorates: Directorates,
): RadarDocument {
  const rings = partsOf(radar.rings)
  const entries = radar.entries.map((entry) => {
    if (!isRecord(entry) || !Array.isArray(entry['timeline'])) return entry
    const positions = positionsOf(recordsOf(entry['timeline']), directorate, directorates)
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
