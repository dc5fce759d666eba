import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  controlMembersOf,
  DomainError,
  faultsOfChanges,
  ownMember,
  unknownMember,
  findUnsafeJson,
} from '@landscape/contracts'

/**
 * Refuses members of a body that the edit does not know, and what is unsound in them, unless the document has them
 * itself: they came back with it.
 *
 * @param known members with rules of their own; control words have theirs, too
 * @throws DomainError `invalid-input`
 */
export function assertKnown(body: unknown, stored: unknown, known: readonly string[]): void {
  if (Array.isArray(body)) return
  const members = Object.entries(asRecord(body)).filter(([name]) => !known.includes(name))
  const rest = Object.fromEntries(members)
  const unsound = faultsOfChanges(findUnsafeJson(rest), rest, stored)
  if (unsound[0]) throw new DomainError('invalid-input', unsound[0].text, { faults: unsound })
  const controls = controlMembersOf(rest)
  const unknown = Object.keys(rest).filter(
    (name) =>
      !Object.hasOwn(controls, name) &&
      !isDeepStrictEqual(rest[name], ownMember(asRecord(stored), name)),
  )
  const [first] = unknown
  if (first === undefined) return
  const faults = unknown.map((name) => ({ path: [name], detail: 'is not a recognised property' }))
  throw new DomainError('invalid-input', unknownMember(first), { faults })
}
