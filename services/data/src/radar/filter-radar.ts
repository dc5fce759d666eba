import { understood } from '@landscape/contracts/json'
import { entryOf, OTHER_RINGS, partOf } from '@landscape/contracts/entries'
import { assertLegal } from '../timeline/legal-value.ts'
import { positionsIn, radarViewFor, type RadarView } from '../timeline/radar-view.ts'

/** Ids, in any case, of the ring and the quadrant of the entries. */
export interface RadarFilter {
  ring?: string | undefined
  quadrant?: string | undefined
}

/**
 * A radar with only the entries that pass the filter.
 *
 * @throws DomainError `invalid-input` for an unknown ring or quadrant
 */
export function filterRadar(view: RadarView, { ring, quadrant }: RadarFilter): RadarView {
  if (ring === undefined && quadrant === undefined) return view
  const { radar, directorate, directorates, until } = view
  const isIn = matching('ring', ring, [...idsOf(radar.rings), ...OTHER_RINGS])
  const isOf = matching('quadrant', quadrant, idsOf(radar.quadrants))
  const entries = radar.entries.filter((element) => {
    const entry = entryOf(element)
    if (entry.isOpaque) return false
    return isIn(positionsIn(view, entry).at(-1)?.ringId) && isOf(entry.quadrant)
  })
  return radarViewFor({ ...radar, entries }, directorates, directorate, until)
}

function matching(
  part: keyof RadarFilter,
  wanted: string | undefined,
  known: readonly string[],
): (id: unknown) => boolean {
  if (wanted === undefined) return () => true
  assertLegal(part, wanted, known)
  const lower = wanted.toLowerCase()
  return (id) => typeof id === 'string' && id.toLowerCase() === lower
}

function idsOf(parts: readonly unknown[]): string[] {
  return understood(parts.map(partOf)).map(({ id }) => id)
}
