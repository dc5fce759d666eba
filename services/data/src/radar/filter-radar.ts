import { asRecord, elementsOf, isRecord, recordsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { assertLegal } from '../join/legal-values.ts'

/** Ids, in any case, of the ring and the quadrant of the entries. */
export interface RadarFilter {
  ring?: string | undefined
  quadrant?: string | undefined
}

/** Ring ids that every radar accepts. */
const ALWAYS_LEGAL = ['review', 'ignore']

/**
 * A radar with only the entries that pass the filter.
 *
 * @throws DomainError `invalid-input` for an unknown ring or quadrant
 */
export function filterRadar(radar: RadarDocument, { ring, quadrant }: RadarFilter): RadarDocument {
  if (ring === undefined && quadrant === undefined) return radar
  const isIn = matching('ring', ring, [...idsOf(radar.rings), ...ALWAYS_LEGAL])
  const isOf = matching('quadrant', quadrant, idsOf(radar.quadrants))
  const entries = radar.entries.filter((entry) => {
    if (!isRecord(entry)) return false
    const position = asRecord(elementsOf(entry['timeline']).at(-1))
    return isIn(position['ringId']) && isOf(entry['quadrant'])
  })
  return { ...radar, entries }
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
  return recordsOf(parts).flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [id] : []))
}
