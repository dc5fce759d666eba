import type { z } from 'zod'
import { nameOf, parseJson, type ObjectRef } from '@landscape/object-store'

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
 * @throws DocumentInvalid naming the document and where it departs from its shape, no content
 */
export function decode<T>(
  ref: ObjectRef,
  schema: z.ZodType<T>,
  { body, etag }: { body: Buffer; etag?: string },
): T {
  let value: unknown
  try {
    value = parseJson(body)
  } catch {
    throw new DocumentInvalid(`Document ${nameOf(ref)} is not JSON`, etag)
  }
  assertShape(ref, schema, value, etag)
  return value as T
}

/** @throws DocumentInvalid */
export function assertShape(
  ref: ObjectRef,
  schema: z.ZodType,
  value: unknown,
  etag?: string,
): void {
  const checked = schema.safeParse(value)
  if (checked.success) return
  const [issue] = checked.error.issues
  const where = issue && issue.path.length > 0 ? issue.path.join('.') : 'its root'
  throw new DocumentInvalid(
    `Document ${nameOf(ref)} does not match its schema: ${issue?.code ?? 'invalid'} at ${where}`,
    etag,
  )
}
