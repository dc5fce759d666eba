import type { Meta } from '../objects/port.ts'

/** One version of a document. The value is frozen and shared between readers. */
export interface Snapshot<T> {
  value: T
  etag: string
  meta: Meta
  layout?: Layout
  /** Seconds since the store last confirmed this version, when the present one cannot be read. */
  staleSeconds?: number
}

/** Formatting of a stored document, which edits preserve for its readers. */
export interface Layout {
  /** Indentation of the first level; empty when the document is one line. */
  indent: string
  /** White space after the document. */
  end: string
}

const COMPACT: Layout = { indent: '', end: '' }
/** The first line break and indentation, at most 10 characters as in `JSON.stringify`. */
const FIRST_LINES = /^\uFEFF?[[{]\r?\n([ \t]{1,10})[^ \t]/

/** Detects the layout of a stored document. */
export function layoutOf(body: Buffer): Layout {
  const indent = FIRST_LINES.exec(body.toString('utf8', 0, 64))?.[1]
  if (indent === undefined) return COMPACT
  return { indent, end: body.at(-1) === 0x0a ? '\n' : '' }
}

/** Formats a document in the layout of the previous version, so that a line diff shows only the change. */
export function laidOut(
  { text, value }: { text: Buffer; value: unknown },
  layout: Layout = COMPACT,
): Buffer {
  if (layout.indent === '') return text
  return Buffer.from(JSON.stringify(value, null, layout.indent) + layout.end)
}
