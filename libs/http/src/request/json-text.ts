const QUOTE = 34
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const OPEN_OBJECT = 123

/** Numbers of parts of a JSON text. */
interface JsonCounts {
  /** Arrays and objects. */
  openings: number
  /** Members of objects; those with equal names count each. */
  members: number
}

/** Counts the parts of a JSON text without parsing it, up to its first syntax error at least. */
export function countParts(text: string): JsonCounts {
  let openings = 0
  let members = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i)
    else if (code === COLON) members++
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) openings++
  }
  return { openings, members }
}

/** Index of the closing quote of the string that starts at an index; the length without one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** The path of the first member of a valid JSON text whose name its object had before. */
export function pathOfDuplicate(text: string): PropertyKey[] {
  const open: { at: PropertyKey; names: Set<string> }[] = []
  let string = ''
  for (let i = 0; i < text.length; i++) {
    const part = open.at(-1)
    const code = text[i]
    if (code === '"') {
      const end = endOfString(text, i)
      string = text.slice(i, end + 1)
      i = end
    } else if (code === '[' || code === '{') open.push({ at: 0, names: new Set() })
    else if (code === ']' || code === '}') open.pop()
    else if (code === ',' && typeof part?.at === 'number') part.at++
    else if (code === ':' && part) {
      const name = String(JSON.parse(string))
      part.at = name
      if (part.names.has(name)) break
      part.names.add(name)
    }
  }
  return open.map(({ at }) => at)
}
