/** Signs of a JSON text (RFC 8259 §2), as bytes. */
export const QUOTE = 0x22
const COLON = 0x3a
export const COMMA = 0x2c
const BACKSLASH = 0x5c
export const OPEN_LIST = 0x5b
export const CLOSE_LIST = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

/** Index of the quote that ends the text which begins at an index. */
export function endOfText(bytes: Uint8Array, start: number): number {
  let i = start + 1
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i
}

/**
 * The path of the value that begins at an index of a JSON text, which need not be one as a whole.
 * The caller bounds how deep it may be.
 */
export function pathAt(bytes: Uint8Array, index: number): PropertyKey[] {
  const path: PropertyKey[] = []
  let text: Uint8Array = new Uint8Array()
  for (let i = 0; i < index; i++) {
    const byte = bytes[i]
    const last = path.length - 1
    if (byte === QUOTE) {
      const end = endOfText(bytes, i)
      text = bytes.subarray(i, end + 1)
      i = end
    } else if (byte === COLON && last >= 0) path[last] = nameIn(text)
    else if (byte === COMMA && last >= 0) path[last] = nextOf(path[last])
    else if (byte === OPEN_LIST) path.push(0)
    else if (byte === OPEN_OBJECT) path.push('')
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) path.pop()
  }
  return path
}

/** What comes after a member is not known yet. */
function nextOf(place: PropertyKey | undefined): PropertyKey {
  return typeof place === 'number' ? place + 1 : ''
}

function nameIn(text: Uint8Array): string {
  const quoted = Buffer.from(text).toString()
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}
