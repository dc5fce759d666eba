/** Matches numbers that may parse as -0 or Infinity; a match inside a string has no effect. */
const EXTREME = /(?:^|[\s:,[])(?:-0(?:[,\s\]}.e]|$)|-?\d+(?:\.\d+)?e[+-]?\d{3}|-?\d{200})/i

/**
 * Parses stored JSON. A byte order mark is ignored (RFC 8259 §8.1). Numbers are those that JSON can write:
 * `-0` is 0, and a number outside the range is null (ECMA-262, JSON.stringify).
 *
 * @throws SyntaxError whose message quotes the text: not for clients or the log
 */
export function parseJson(body: Buffer): unknown {
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  const document: { value: unknown } = { value: JSON.parse(text) }
  if (EXTREME.test(text)) replaceExtremes(document)
  return document.value
}

/** Replaces -0 and infinite numbers; several times faster than a reviver of `JSON.parse`. */
function replaceExtremes(document: object): void {
  const parts = [document as Record<string, unknown>]
  for (let part = parts.pop(); part; part = parts.pop()) {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === 'object' && value !== null) parts.push(value as Record<string, unknown>)
      else if (Object.is(value, -0)) part[key] = 0
      else if (value === Infinity || value === -Infinity) part[key] = null
    }
  }
}
