import { DomainError } from '@landscape/contracts/errors/domain-error'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'

const MAX_DEPTH = 64
/** Stored documents may be deeper; comparing them recursively is safe up to several times this depth. */
const MAX_STORED_DEPTH = 500
/** Maximum number of segments of a path in an error. */
const MAX_SHOWN_PATH = 8
const MAX_VALUES = 250_000
/** Fatal: a lenient decoder would store U+FFFD for bytes that are not UTF-8. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body. Rejects deep nesting, too many values, invalid UTF-8 and Unicode, duplicate members,
 * keys that reach a prototype, and numbers that a double cannot represent.
 *
 * @param acceptsStored whether to accept the keys, strings and depth of documents that other programs stored
 * @throws DomainError `invalid-input`
 */
export function parseJsonBody(bytes: Uint8Array, acceptsStored = false): unknown {
  const text = decoded(bytes)
  // Parsing 10 MB of brackets would take 700 MB.
  const { openings, members } = countParts(text)
  if (openings > MAX_VALUES) throw tooManyValues()
  const value = parsed(text)
  // JSON.parse keeps the last of several members with one name; other programs may read the first.
  if (assertBounds(value, acceptsStored ? MAX_STORED_DEPTH : MAX_DEPTH) < members)
    throw rejection('Duplicate member', pathOfDuplicate(text), 'is duplicated')
  const [unsafe] = acceptsStored ? [] : findUnsafeJson(value)
  if (unsafe) throw rejection(unsafe.text, unsafe.path, unsafe.detail)
  return value
}

function decoded(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    throw rejection('Body is not valid UTF-8', [], 'is not UTF-8')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, LONG_INTEGER.test(text) ? rejectInexact : undefined)
  } catch (error) {
    throw rejection('Invalid JSON body', [], `is not JSON${positionIn(error)}`)
  }
}

/** Matches integers that a double may not represent exactly. */
const LONG_INTEGER = /(?:^|[[,:\s])-?\d{16}/

/** Replaces an integer that a double does not represent exactly with Infinity, which is rejected. */
function rejectInexact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source = '' } = context ?? {}
  const isChanged = /^-?\d{16,}$/.test(source) && String(value) !== source
  return isChanged ? Infinity : value
}

/** The position of a syntax error; the rest of the parser's message may quote the body. */
function positionIn(error: unknown): string {
  const [, line, column] = / \(line (\d+) column (\d+)\)$/.exec(String(error)) ?? []
  return line === undefined ? '' : ` from line ${line}, column ${column} on`
}

/**
 * Checks depth, number of values and numbers.
 * @returns the number of members of objects
 */
function assertBounds(value: unknown, maxDepth: number): number {
  const path: PropertyKey[] = []
  let values = 0
  let members = 0

  function visit(part: unknown): void {
    if (++values > MAX_VALUES) throw tooManyValues()
    if (typeof part === 'number') assertFinite(part, path)
    if (typeof part !== 'object' || part === null) return
    if (path.length >= maxDepth) throw tooDeep(path, maxDepth)
    if (Array.isArray(part))
      for (const [index, element] of part.entries()) visitMember(index, element)
    else for (const [name, member] of Object.entries(part)) visitMember(name, member)
  }

  function visitMember(name: PropertyKey, member: unknown): void {
    path.push(name)
    if (typeof name === 'string') members++
    visit(member)
    path.pop()
  }

  visit(value)
  return members
}

/** Infinity would be stored as null. */
function assertFinite(value: number, path: readonly PropertyKey[]): void {
  if (Number.isFinite(value)) return
  throw rejection('Number out of range', path, 'is a number outside the supported range')
}

function tooDeep(path: readonly PropertyKey[], maxDepth: number): DomainError {
  const detail = `exceeds the maximum nesting depth of ${maxDepth}`
  return rejection('JSON is nested too deeply', path.slice(0, MAX_SHOWN_PATH), detail)
}

function tooManyValues(): DomainError {
  return rejection('JSON has too many values', [], `must have at most ${MAX_VALUES} values`)
}

function rejection(text: string, path: readonly PropertyKey[], detail: string): DomainError {
  return new DomainError('invalid-input', text, { faults: [{ path: [...path], detail }] })
}

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
function countParts(text: string): JsonCounts {
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
function pathOfDuplicate(text: string): PropertyKey[] {
  const open: { at: PropertyKey; names: Set<string> }[] = []
  let string = ''
  for (let i = 0; i < text.length; i++) {
    const container = open.at(-1)
    const code = text[i]
    if (code === '"') {
      const end = endOfString(text, i)
      string = text.slice(i, end + 1)
      i = end
    } else if (code === '[' || code === '{') open.push({ at: 0, names: new Set() })
    else if (code === ']' || code === '}') open.pop()
    else if (code === ',' && typeof container?.at === 'number') container.at++
    else if (code === ':' && container) {
      const name = String(JSON.parse(string))
      container.at = name
      if (container.names.has(name)) break
      container.names.add(name)
    }
  }
  return open.map(({ at }) => at)
}
