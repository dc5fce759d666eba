/** Where a number may be that no client is told as it is; a text that looks like one only costs time. */
const EXTREME = /(?:^|[\s:,[])(?:-0(?:[,\s\]}.e]|$)|-?\d+(?:\.\d+)?e[+-]?\d{3}|-?\d{200})/i

/**
 * The value of a stored JSON text. Other programs may begin it with a byte order mark, which
 * RFC 8259 §8.1 lets us ignore. Its numbers are what clients are told, and send back: `-0` is 0, and one
 * that is too large is null (ECMA-262, JSON.stringify).
 *
 * @throws SyntaxError whose message quotes the text: not for clients or the log
 */
export function parseJson(body: Buffer): unknown {
  return parseJsonText(body.toString('utf8').replace(/^\uFEFF/, ''))
}

/** The same of the text of a value. */
export function parseJsonText(text: string): unknown {
  const document: { value: unknown } = { value: JSON.parse(text) }
  if (EXTREME.test(text)) tellNumbers(document)
  return document.value
}

/** Alters what was just parsed, which is several times quicker than a reviver of `JSON.parse`. */
function tellNumbers(document: object): void {
  const parts = [document as Record<string, unknown>]
  for (let part = parts.pop(); part; part = parts.pop()) {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === 'object' && value !== null) parts.push(value as Record<string, unknown>)
      else if (Object.is(value, -0)) part[key] = 0
      else if (value === Infinity || value === -Infinity) part[key] = null
    }
  }
}
