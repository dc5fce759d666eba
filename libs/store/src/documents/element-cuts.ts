const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The positions of an array's elements in the bytes of a document. */
export interface ElementCuts {
  /** The member of the root that is the array; absent when the root is the array. */
  name?: string
  /** The byte after the separator before each element, then the byte after the array. */
  cuts: number[]
}

/**
 * Finds the array with the most elements, among the root and its members.
 *
 * @param body a JSON text
 * @returns no cuts when two arrays have the same name, because only one of them is parsed
 */
export function cutsOf(body: Buffer): ElementCuts {
  let longest: ElementCuts = { cuts: [] }
  const names = new Set<string>()
  let depth = 0
  let text = { start: 0, end: 0 }
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) {
      text = { start: at, end: endOfString(body, at) }
      at = text.end - 1
    } else if (byte === OPEN_ARRAY && depth <= 1) {
      const cuts = [at + 1, ...cutsFrom(body, at + 1)]
      if (depth === 0) return { cuts }
      const name = nameIn(body, text)
      if (names.has(name)) return { cuts: [] }
      names.add(name)
      if (cuts.length > longest.cuts.length) longest = { name, cuts }
      at = (cuts.at(-1) ?? body.length) - 1
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
  }
  return longest
}

/** The bytes after the separators of an array, from the start of an element to a byte or to its end. */
export function cutsFrom(body: Buffer, start: number, end = body.length): number[] {
  const cuts: number[] = []
  let depth = 0
  for (let at = start; at < end; at++) {
    const byte = body[at]
    if (byte === QUOTE) at = endOfString(body, at) - 1
    else if (byte === COMMA) {
      if (depth === 0) cuts.push(at + 1)
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) return [...cuts, at + 1]
      depth--
    }
  }
  return cuts
}

/** The byte after a string that starts at a quotation mark. */
function endOfString(body: Buffer, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at + 1
}

function nameIn(body: Buffer, { start, end }: { start: number; end: number }): string {
  return JSON.parse(body.toString('utf8', start, end)) as string
}
