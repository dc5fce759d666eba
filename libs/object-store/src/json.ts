/**
 * The value of a stored JSON text. Other programs may begin it with a byte order mark, which
 * RFC 8259 §8.1 lets us ignore.
 *
 * @throws SyntaxError whose message quotes the text: not for clients or the log
 */
export function parseJson(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''))
}
