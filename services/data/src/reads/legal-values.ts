import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Landscape } from '../join/landscape.ts'

/** Maximum number of values in an error. */
const MAX_NAMED = 20

/**
 * Checks that a filter has a value of the landscape, in any case.
 *
 * @param part name of the parameter
 * @throws DomainError `invalid-input` that lists legal values
 */
export function assertLegal(
  part: string,
  wanted: string | undefined,
  legal: readonly string[],
): void {
  const lower = wanted?.toLowerCase()
  if (lower === undefined || legal.some((value) => value.toLowerCase() === lower)) return
  const others = legal.length - MAX_NAMED
  const listed = legal.slice(0, MAX_NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '')
  const named = legal.length === 0 ? `there are no ${part}s` : `${part}s are ${listed}`
  throw new DomainError('invalid-input', `Unknown ${part}: ${named}`, {
    faults: [{ path: [part], detail: `is not a known ${part}; ${named}` }],
  })
}

/** Checks the filters whose values are names of the landscape: ring, quadrant and programme. */
export function assertLegalFilter(
  { rings, quadrants, programmes }: Pick<Landscape, 'rings' | 'quadrants' | 'programmes'>,
  filter: {
    ring?: string | undefined
    quadrant?: string | undefined
    programme?: string | undefined
  },
): void {
  const { ring, quadrant, programme } = filter
  const ids = rings.map(({ id }) => id)
  assertLegal('ring', ring, ids)
  const names = quadrants.flatMap(({ id, name }) => (id === name ? [id] : [id, name]))
  assertLegal('quadrant', quadrant, names)
  assertLegal('programme', programme, programmes)
}
