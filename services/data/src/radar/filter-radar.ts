import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, elementsOf, isRecord, recordsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'

/** Ids, in any case, of the ring and the quadrant of the entries. */
export interface RadarFilter {
  ring?: string | undefined
  quadrant?: string | undefined
}

/** Ring ids that every radar accepts. */
const ALWAYS_LEGAL = ['review', 'ignore']
/** Maximum number of ids in an error. */
const MAX_NAMED = 20

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
  const lower = wanted.toLowerCase()
  const isWanted = (id: unknown) => typeof id === 'string' && id.toLowerCase() === lower
  if (known.some(isWanted)) return isWanted
  const named = `${part}s are ${known.slice(0, MAX_NAMED).join(', ')}`
  throw new DomainError('invalid-input', `Unknown ${part}: ${named}`, {
    faults: [{ path: [part], detail: `is not a ${part} of this radar; ${named}` }],
  })
}

function idsOf(parts: readonly unknown[]): string[] {
  return recordsOf(parts).flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [id] : []))
}
