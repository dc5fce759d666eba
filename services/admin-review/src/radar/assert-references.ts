import { DomainError } from '@landscape/errors'
import { identified } from '../json/record.ts'
import type { EntryInput } from './radar-input.ts'

export const INVALID_ENTRY = 'Invalid entry structure'

/** Positions outside the rings that every radar has. */
const ALWAYS_LEGAL = ['review', 'ignore']

interface Known {
  quadrants: readonly unknown[]
  rings: readonly unknown[]
}

/**
 * Every entry lies in a quadrant, and every item of its timeline in a ring, that exists.
 * @throws DomainError `invalid-input`
 */
export function assertReferences(entries: readonly EntryInput[], known: Known): void {
  const quadrants = new Set(identified(known.quadrants).map(({ id }) => id))
  const rings = new Set([...ALWAYS_LEGAL, ...identified(known.rings).map(({ id }) => id)])
  const fits = entries.every(
    ({ quadrant, timeline }) =>
      quadrants.has(quadrant) && timeline.every(({ ringId }) => rings.has(ringId)),
  )
  if (!fits) throw new DomainError('invalid-input', INVALID_ENTRY)
}
