import { DomainError } from '@landscape/contracts/errors/domain-error'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import { countParts, pathOfDuplicate } from './json-text.ts'

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
export function parseJson(bytes: Uint8Array, acceptsStored = false): unknown {
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
