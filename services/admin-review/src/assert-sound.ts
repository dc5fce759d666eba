import { asRecord, faultsOfChanges, unsoundPlaces } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'

/**
 * Refuses what is unsound in a body beside the parts that are judged by themselves, unless the document has
 * it itself: it came back with it.
 *
 * @param judged members with rules of their own, beside what is stored of them
 * @throws DomainError `invalid-input`
 */
export function assertSound(body: unknown, stored: unknown, judged: readonly string[]): void {
  if (Array.isArray(body)) return
  const members = Object.entries(asRecord(body)).filter(([name]) => !judged.includes(name))
  const rest = Object.fromEntries(members)
  const faults = faultsOfChanges(unsoundPlaces(rest), rest, stored)
  const [first] = faults
  if (first) throw new DomainError('invalid-input', first.text, { faults })
}
