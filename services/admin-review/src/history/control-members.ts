import { isDeepStrictEqual } from 'node:util'
import { controlMembersOf, strictly, unknownMember } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { validated } from '@landscape/contracts/errors/validated'
import { faultsOfChanges } from '@landscape/contracts/faults-of-changes'
import { asRecord, ownMember } from '@landscape/contracts/json'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import type { StoredDocument } from '@landscape/store/documents/document'
import { z } from 'zod'

/** Members that control an edit, by the schemas of the supported ones: `dryRun`, `basedOn`, … */
type Controls<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>

/**
 * Reads the control members of a body that is a document or a part of one. A member that equals the stored
 * one belongs to the document.
 *
 * @throws DomainError `invalid-input` for an unsupported or malformed control member
 */
export function controlsIn<S extends z.ZodRawShape>(
  body: unknown,
  stored: unknown,
  supported: S,
): Controls<S> {
  const schema = z.strictObject(supported, { error: strictly('Invalid input') })
  return validated(schema, controlMembersOf(body, stored))
}

/**
 * As `controlsIn`, with the stored document. Reads it only if the body has a control member.
 *
 * @throws DomainError as `controlsIn`, and as a read
 */
export async function readControls<S extends z.ZodRawShape>(
  document: StoredDocument<unknown>,
  body: unknown,
  supported: S,
): Promise<Controls<S>> {
  const hasAny = Object.keys(controlMembersOf(body)).length > 0
  const stored = hasAny ? (await document.read())?.value : undefined
  return controlsIn(body, stored, supported)
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
      !isDeepStrictEqual(rest[name], ownMember(asRecord(stored), name)),
  )
  const [first] = unknown
  if (first === undefined) return
  const faults = unknown.map((name) => ({ path: [name], detail: 'is not a recognised property' }))
  throw new DomainError('invalid-input', unknownMember(first), { faults })
}
