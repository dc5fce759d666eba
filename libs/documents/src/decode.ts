import type { z } from 'zod'
import { asRecord, differingPlaces, elementsOf, isRecord } from '@landscape/contracts'
import { nameOf, type ObjectRef } from '@landscape/object-store'
import type { ItemText } from './item-text.ts'
import { readItems } from './read-items.ts'

/** A stored document is not JSON, or not of its shape: our fault or another program's. */
export class DocumentInvalid extends Error {
  override readonly name = 'DocumentInvalid'
  /** The stored version that was read; undefined for a value that was never stored. */
  readonly etag: string | undefined

  constructor(message: string, etag?: string) {
    super(message)
    this.etag = etag
  }
}

/**
 * Reads a stored document. The schema only checks: what it does not know survives, and so does
 * the order of keys.
 *
 * @param before text of another version, which spares parsing what is the same in both
 * @returns the value and its text
 * @throws DocumentInvalid naming the document and where it departs from its shape, no content
 */
export async function decode<T>(
  ref: ObjectRef,
  schema: z.ZodType<T>,
  { body, etag }: { body: Buffer; etag?: string },
  before?: ItemText,
): Promise<{ value: T; itemText: ItemText }> {
  const { value, text } = await readItems(body, before).catch(() => {
    throw new DocumentInvalid(`Document ${nameOf(ref)} is not JSON`, etag)
  })
  assertShape(ref, schema, value, etag)
  return { value: value as T, itemText: text }
}

/**
 * Checks a value that was made of another: of their lists only the elements that differ. So the schema of a
 * list has to say what its elements are, and nothing of the list as a whole.
 *
 * @throws DocumentInvalid
 */
export function assertShapeOfNext(
  ref: ObjectRef,
  schema: z.ZodType,
  value: unknown,
  before: unknown,
): void {
  if (!schema.safeParse(differing(value, before)).success) assertShape(ref, schema, value)
}

/** A value with such elements of its lists only as are not at the same place in another value. */
function differing(value: unknown, before: unknown): unknown {
  if (Array.isArray(value)) return elementsNotIn(value, before)
  if (!isRecord(value)) return value
  const other = asRecord(before)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      Array.isArray(member) ? elementsNotIn(member, other[name]) : member,
    ]),
  )
}

function elementsNotIn(list: readonly unknown[], before: unknown): unknown[] {
  return differingPlaces(list, elementsOf(before)).map((place) => list[place])
}

/** @throws DocumentInvalid */
function assertShape(ref: ObjectRef, schema: z.ZodType, value: unknown, etag?: string): void {
  const checked = schema.safeParse(value)
  if (checked.success) return
  const [issue] = checked.error.issues
  const where = issue && issue.path.length > 0 ? issue.path.join('.') : 'its root'
  throw new DocumentInvalid(
    `Document ${nameOf(ref)} does not match its schema: ${issue?.code ?? 'invalid'} at ${where}`,
    etag,
  )
}
