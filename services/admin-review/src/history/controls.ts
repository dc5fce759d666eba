import { controlMembersOf, strictly, validated } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/store'
import { z } from 'zod'

/** The control words in a body, by the schemas of those that are known: `dryRun`, `basedOn`, … */
type Controls<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>

/**
 * How an edit is to be made, by the words in a body that is a document or a part of one. What the stored
 * one has as it is sent came back with it, and is no such word.
 *
 * @throws DomainError `invalid-input` for a word that is not known or not as it has to be
 */
export function controlsIn<S extends z.ZodRawShape>(
  body: unknown,
  stored: unknown,
  known: S,
): Controls<S> {
  const schema = z.strictObject(known, { error: strictly('Invalid input') })
  return validated(schema, controlMembersOf(body, stored))
}

/**
 * The same beside a document, which is read when a body has any such word.
 *
 * @throws DomainError as `controlsIn`, and as a read
 */
export async function controlsBeside<S extends z.ZodRawShape>(
  document: StoredDocument<unknown>,
  body: unknown,
  known: S,
): Promise<Controls<S>> {
  const hasAny = Object.keys(controlMembersOf(body)).length > 0
  const stored = hasAny ? (await document.read())?.value : undefined
  return controlsIn(body, stored, known)
}
