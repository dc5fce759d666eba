import { isRecord } from '@landscape/contracts/json'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Documents } from '@landscape/store/documents/open-documents'

/**
 * Makes the kept copies of the radar those of its editions, before old records are deleted. Stores a missing one.
 * Removes one that no edition and no change of the editions names: an undo of a change could restore its edition.
 *
 * @throws every error of a read; then nothing is removed
 */
export async function keepCopies({
  radar,
  radarEditions,
}: Documents<'radar' | 'radarEditions'>): Promise<void> {
  // Listed first: the copy of an edition that is created in the meantime is stored after the edition.
  const copies = await radar.keptInstants()
  const version = await radarEditions.read()
  if (version?.staleSeconds !== undefined)
    throw new DomainError('unavailable', 'The editions cannot be read at the moment')
  const named = new Set(instantsIn(version?.value))
  for (const instant of named) if (!copies.includes(instant)) await radar.keep(instant)
  for await (const { change } of (await radarEditions.past(version)).changes({}))
    for (const { before, after } of change.steps)
      for (const instant of instantsIn([before, after])) named.add(instant)
  for (const instant of copies) if (!named.has(instant)) await radar.dropKept(instant)
}

/** Every instant in a JSON value, in milliseconds since the epoch. */
function instantsIn(value: unknown): number[] {
  if (typeof value === 'string') return isInstant(value) ? [Date.parse(value)] : []
  if (Array.isArray(value)) return value.flatMap(instantsIn)
  return isRecord(value) ? Object.values(value).flatMap(instantsIn) : []
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))
}
