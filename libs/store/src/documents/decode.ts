import type { z } from 'zod'
import { changedIndexes } from '../json/changed-indexes.ts'
import { asRecord, elementsOf, isRecord, ownMember } from '@landscape/contracts/json'
import { nameOf, type ObjectRef } from '../objects/port.ts'

/** A stored document is not JSON or does not match its schema. */
export class DocumentInvalid extends Error {
  override readonly name = 'DocumentInvalid'
  /** Tag of the stored version; undefined for a value that is not stored. */
  readonly etag: string | undefined

  constructor(message: string, etag?: string) {
    super(message)
    this.etag = etag
  }
}

/**
 * Parses a stored document. The schema only checks: unknown members and the order of members are kept.
 *
 * @param parseBody `parseJson`, or a parser that keeps what the previous version has too
 * @throws DocumentInvalid naming the document and the path of the first fault, never its content
 */
export function decode<T>(
  ref: ObjectRef,
  schema: z.ZodType<T>,
  { body, etag }: { body: Buffer; etag?: string },
  parseBody: (body: Buffer) => unknown,
): T {
  const value = parse(ref, { body, etag }, parseBody)
  assertShape(ref, schema, value, etag)
  return value as T
}

function parse(
  ref: ObjectRef,
  { body, etag }: { body: Buffer; etag?: string | undefined },
  parseBody: (body: Buffer) => unknown,
): unknown {
  try {
    return parseBody(body)
  } catch {
    // The parser's message quotes the document, so it is not kept as the cause.
    throw new DocumentInvalid(`Document ${nameOf(ref)} is not JSON`, etag)
  }
}

/**
 * Checks the next version of a document. Of each array it checks only the elements that differ from the
 * element at the same index of the previous version, so an array's schema may describe only its elements.
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

/**
 * The value with only those array elements that differ from the element at the same index of another value.
 */
function differing(value: unknown, before: unknown): unknown {
  if (Array.isArray(value)) return elementsNotIn(value, before)
  if (!isRecord(value)) return value
  const other = asRecord(before)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      Array.isArray(member) ? elementsNotIn(member, ownMember(other, name)) : member,
    ]),
  )
}

function elementsNotIn(list: readonly unknown[], before: unknown): unknown[] {
  return changedIndexes(list, elementsOf(before)).map((index) => list[index])
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
