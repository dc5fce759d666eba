import { hash } from 'node:crypto'
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

/**
 * The end of a sent tag. Compressing hops add suffixes: `-gzip` (Apache, Caddy, lighttpd), `--gzip` (Jetty), `;gz`
 * (LiteSpeed), and the same with other codings.
 */
const END = /^(?:[-;:]{1,3}(?:x-)?(?:gzip|gz|br|brotli|deflate|zstd))*"$/
const VERSION = /^\.\d+/

/**
 * Whether an `If-None-Match` header contains the tag (RFC 9110 §13.1.2, weak comparison), so that a read
 * returns 304. The suffix of a compressing hop is not part of a tag.
 */
export function matchesAny(header: string | undefined, tag: string): boolean {
  return header !== undefined && matches(header, tag)
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
  if (tag !== undefined && matches(header, tag, VERSION)) return
  throw new DomainError('precondition-failed', 'The resource has changed since it was read')
}

/** @param version the version of a view, which is ignored */
function matches(header: string, tag: string, version?: RegExp): boolean {
  if (header.trim() === '*') return true
  const start = opaque(tag).slice(0, -1)
  return header.split(',').some((one) => {
    const sent = opaque(one.trim())
    if (!sent.startsWith(start)) return false
    const end = sent.slice(start.length)
    return END.test(version ? end.replace(version, '') : end)
  })
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
