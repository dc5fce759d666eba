import { hash } from 'node:crypto'
import { CODING_SUFFIX } from '@landscape/contracts/coding-suffix'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { oncePerFrozen } from '@landscape/contracts/once-per-object'

/** Cached, because many concurrent edits need the tag of one large document. */
const tagOfObject = oncePerFrozen((value: object) => tagOf(Buffer.from(JSON.stringify(value))))

/**
 * Entity tag of a JSON value: a hash of its text, so every service and replica returns the same tag for one
 * document. Strong, quoted. A frozen value is assumed to be deeply frozen, and hashed once.
 */
export function entityTag(value: unknown): string {
  if (typeof value === 'object' && value !== null) return tagOfObject(value)
  return tagOf(Buffer.from(JSON.stringify(value) ?? 'null'))
}

/** Entity tag of bytes. */
export function tagOf(bytes: Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
}

/**
 * Tag of a view that depends on a document and on the time; `version` numbers the states of the view from
 * 0.
 */
export function tagOfView(tag: string, version: number): string {
  return version === 0 ? tag : `${tag.slice(0, -1)}.${version}"`
}

/** The rest of a sent tag behind the opaque characters of the present one; a compressing hop adds suffixes. */
const REST = new RegExp(`^(?:${CODING_SUFFIX})*"$`)
/** The same for the tag of a view. */
const REST_OF_VIEW = new RegExp(String.raw`^(?:\.\d+)?(?:${CODING_SUFFIX})*"$`)

/**
 * Whether an `If-None-Match` header contains the tag (RFC 9110 §13.1.2, weak comparison), so that a read
 * returns 304. The suffix of a compressing hop is not part of a tag.
 */
export function matchesAny(header: string | undefined, tag: string): boolean {
  return header !== undefined && matches(header, tag, REST)
}

/**
 * Checks an `If-Match` header against the present tag (RFC 9110 §13.1.1). Weak tags are accepted, because a
 * compressing hop weakens the tag of a response. The tag of a view (`tagOfView`) matches the document of
 * the view, which is what an edit changes.
 *
 * @param tag of the present state; `undefined` when the resource does not exist
 * @throws DomainError `precondition-failed` when no tag matches
 */
export function assertIfMatch(header: string | undefined, tag: string | undefined): void {
  if (header === undefined) return
  if (tag !== undefined && matches(header, tag, REST_OF_VIEW)) return
  throw new DomainError('precondition-failed', 'The resource has changed since it was read')
}

function matches(header: string, tag: string, rest: RegExp): boolean {
  if (header.trim() === '*') return true
  const start = opaque(tag).slice(0, -1)
  return header.split(',').some((one) => {
    const sent = opaque(one.trim())
    return sent.startsWith(start) && rest.test(sent.slice(start.length))
  })
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
