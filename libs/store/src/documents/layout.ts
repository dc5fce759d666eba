/** How a stored document is formatted, which other programs and people see. */
export interface Layout {
  /** White space before each member on the first level; none when the text is one line. */
  indent: string
  /** White space after the text. */
  end: string
}

const COMPACT: Layout = { indent: '', end: '' }
/** What `JSON.stringify` indents by at most. */
const FIRST_LINES = /^\uFEFF?[[{]\r?\n([ \t]{1,10})[^ \t]/

/** The layout of a stored text. */
export function layoutOf(body: Buffer): Layout {
  const indent = FIRST_LINES.exec(body.toString('utf8', 0, 64))?.[1]
  if (indent === undefined) return COMPACT
  return { indent, end: body.at(-1) === 0x0a ? '\n' : '' }
}

/** A document laid out as the version before it was, so that nothing but what changed looks changed. */
export function laidOut(
  { text, value }: { text: Buffer; value: unknown },
  layout: Layout = COMPACT,
): Buffer {
  if (layout.indent === '') return text
  return Buffer.from(JSON.stringify(value, null, layout.indent) + layout.end)
}
