import { isDeepStrictEqual } from 'node:util'
import { controlMembersOf, strictly, unknownMember } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { UNKNOWN_MEMBER } from '@landscape/contracts/errors/faults'
import { validated } from '@landscape/contracts/errors/validated'
import { faultsOfChanges } from '@landscape/store/documents/unchanged'
import { asRecord, ownMember } from '@landscape/contracts/json'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import { z } from 'zod'

/** Members that control an edit, by the schemas of the supported ones: `dryRun`, `basedOn`, … */
type Controls<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>

/**
 * The control members of a body.
 *
 * @throws DomainError `invalid-input` for an unsupported or malformed control member
 */
export function controlsIn<S extends z.ZodRawShape>(body: unknown, supported: S): Controls<S> {
  const schema = z.strictObject(supported, { error: strictly('Invalid input') })
  return validated(schema, controlMembersOf(body))
}

/**
 * Rejects unknown members of a body, and invalid Unicode in them, unless the stored document has the same
 * member.
 *
 * @param known members with rules of their own; control members are always accepted
 * @throws DomainError `invalid-input`
 */
export function assertKnown(body: unknown, stored: unknown, known: readonly string[]): void {
  if (Array.isArray(body)) return
  const members = Object.entries(asRecord(body)).filter(([name]) => !known.includes(name))
  const rest = Object.fromEntries(members)
  const unsafe = faultsOfChanges(findUnsafeJson(rest), rest, stored)
  if (unsafe[0]) throw new DomainError('invalid-input', unsafe[0].text, { faults: unsafe })
  const controls = controlMembersOf(rest)
  const unknown = Object.keys(rest).filter(
    (name) =>
      !Object.hasOwn(controls, name) &&
      !isDeepStrictEqual(ownMember(rest, name), ownMember(asRecord(stored), name)),
  )
  const [first] = unknown
  if (first === undefined) return
  const faults = unknown.map((name) => ({ path: [name], detail: UNKNOWN_MEMBER }))
  throw new DomainError('invalid-input', unknownMember(first), { faults })
}
