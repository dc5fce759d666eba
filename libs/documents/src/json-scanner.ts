const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Walks through a JSON text (RFC 8259) from value to value without reading what is in them: whoever parses
 * the values it tells of finds out whether they are any.
 */
export function createScanner(bytes: Buffer) {
  let at = 0
  let isSpaced = false

  function skipSpace(): void {
    while (isSpace(bytes[at])) {
      at++
      isSpaced = true
    }
  }

  return {
    /** Whether white space was met between values. */
    isSpaced: () => isSpaced,
    /** Where the next value or sign begins. */
    at(): number {
      skipSpace()
      return at
    },
    /** Whether a sign comes next. */
    meets(sign: string): boolean {
      skipSpace()
      return bytes[at] === sign.charCodeAt(0)
    },
    /** @throws SyntaxError when another sign, or none, comes next */
    take(sign: string): void {
      skipSpace()
      if (bytes[at] !== sign.charCodeAt(0)) throw new SyntaxError(`No ${sign} where it belongs`)
      at++
    },
    /** Where the value ends that begins here; the end of the text when it does not end. */
    endOfValue: () => endOfValue(bytes, at),
    /** Goes on after a value. */
    goTo(end: number): void {
      at = end
    },
    /** Whether a value may end there: a number might go on. */
    mayEndAt: (end: number) => isDelimiter(bytes[end]),
    isAtEnd(): boolean {
      skipSpace()
      return at === bytes.length
    },
  }
}

function endOfValue(bytes: Buffer, from: number): number {
  const first = bytes[from]
  if (first === QUOTE) return endOfText(bytes, from)
  let at = from
  if (first !== OPEN_ARRAY && first !== OPEN_OBJECT) {
    while (at < bytes.length && !isDelimiter(bytes[at])) at++
    return at
  }
  for (let depth = 0; at < bytes.length;) {
    const sign = bytes[at]
    if (sign === QUOTE) {
      at = endOfText(bytes, at)
      continue
    }
    at++
    if (sign === OPEN_ARRAY || sign === OPEN_OBJECT) depth++
    else if ((sign === CLOSE_ARRAY || sign === CLOSE_OBJECT) && --depth === 0) return at
  }
  return at
}

function endOfText(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    const sign = bytes[at]
    if (sign === QUOTE) return at + 1
    if (sign === BACKSLASH) at++
  }
  return bytes.length
}

function isDelimiter(sign: number | undefined): boolean {
  return sign === COMMA || sign === CLOSE_ARRAY || sign === CLOSE_OBJECT || isSpace(sign)
}

function isSpace(sign: number | undefined): boolean {
  return sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09
}
