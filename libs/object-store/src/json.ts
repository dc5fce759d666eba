/** Where numbers may be that no client is told as they are; says too much rather than too little. */
const EXTREME = /[\s:,[]-0|\de[+-]?\d{3}|\d{200}/i

/**
 * The value of a stored JSON text. Other programs may begin it with a byte order mark, which
 * RFC 8259 §8.1 lets us ignore. Its numbers are what clients are told, and send back: `-0` is 0, and one
 * that is too large is null (ECMA-262, JSON.stringify).
 *
 * @throws SyntaxError whose message quotes the text: not for clients or the log
 */
export function parseJson(body: Buffer): unknown {
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  return JSON.parse(text, EXTREME.test(text) ? asTold : undefined)
}

function asTold(_key: string, value: unknown): unknown {
  if (value === 0) return 0
  return value === Infinity || value === -Infinity ? null : value
}
