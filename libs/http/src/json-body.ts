import { DomainError } from '@landscape/errors'
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  endOfText,
  OPEN_LIST,
  OPEN_OBJECT,
  pathAt,
  QUOTE,
} from './json-place.ts'

const MAX_DEPTH = 64
/** Values of several times that depth are compared by recursion. */
const MAX_STORED_DEPTH = 500
const SHOWN_DEPTH = 8
const MAX_VALUES = 250_000
/** Every integer of so many digits is kept exactly; the largest number of all has 309. */
const SAFE_DIGITS = 15
const MAX_DIGITS = 309
const UNKEPT = 'is a number that cannot be kept'
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
/** Fatal: a lenient decoder would put U+FFFD in place of what is not UTF-8, and that would be stored. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The value of a JSON text, refused where it would hurt whoever parses, walks, stores or prints it:
 * very deep or very many values, bytes that are not UTF-8, keys that reach a prototype, texts that
 * are not Unicode (an unpaired surrogate cannot be written as UTF-8), integers that would become
 * others, numbers past the largest.
 *
 * @param isSentBack whether it may have the keys, texts and depth of what other programs stored
 * @throws DomainError `invalid-input`
 */
export function parseJson(bytes: Uint8Array, isSentBack = false): unknown {
  assertShape(bytes, isSentBack ? MAX_STORED_DEPTH : MAX_DEPTH)
  let text: string
  try {
    text = UTF_8.decode(bytes)
  } catch {
    throw refusal('Body is not valid UTF-8', [], 'is not UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refusal('Invalid JSON body', [], `is not JSON${positionIn(error)}`)
  }
  assertSound(value, isSentBack, [])
  return value
}

/** Where the parser stopped, when it says; the rest of what it says may quote the body. */
function positionIn(error: unknown): string {
  const [, line, column] = / \(line (\d+) column (\d+)\)$/.exec(String(error)) ?? []
  return line === undefined ? '' : ` from line ${line}, column ${column} on`
}

const ZERO = 0x30
const NINE = 0x39
const NUMBER_SIGNS = new Set(Buffer.from('+-.eE'))

/**
 * Bounds depth and number of values before anything is parsed: parsing would already have made
 * them. One walk over the bytes; an empty list or object counts as if it had a member.
 */
function assertShape(bytes: Uint8Array, maxDepth: number): void {
  let depth = 0
  let values = 1
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) {
      i = endOfText(bytes, i)
    } else if (isOfNumber(byte)) {
      const start = i
      while (isOfNumber(bytes[i + 1])) i++
      assertKept(bytes, start, i + 1)
    } else if (byte === COMMA) {
      values++
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      depth++
      if (depth > maxDepth) throw tooDeep(bytes, i, maxDepth)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--
    }
  }
  if (values > MAX_VALUES) {
    throw refusal('JSON has too many values', [], `has more than ${MAX_VALUES} values`)
  }
}

/** Names the outermost parts only: the whole way would be as long as it is deep. */
function tooDeep(bytes: Uint8Array, index: number, maxDepth: number): DomainError {
  const path = pathAt(bytes, index).slice(0, SHOWN_DEPTH)
  return refusal('JSON is nested too deeply', path, `leads more than ${maxDepth} levels deep`)
}

/** Whether a byte is one of a number (or of `true` and `false`, which are short). */
function isOfNumber(byte = 0): boolean {
  return (byte >= ZERO && byte <= NINE) || NUMBER_SIGNS.has(byte)
}

/** Refuses an integer that would be printed as another one. */
function assertKept(bytes: Uint8Array, start: number, end: number): void {
  if (end - start <= SAFE_DIGITS) return
  const number = Buffer.from(bytes.subarray(start, Math.min(end, start + MAX_DIGITS))).toString()
  if (/[.eE]/.test(number) || String(Number(number)) === number) return
  throw refusal('Number out of range', pathAt(bytes, start), UNKEPT)
}

/** Recursive: the depth is bounded already. One path serves the whole walk. */
function assertSound(value: unknown, isSentBack: boolean, path: PropertyKey[]): void {
  if (typeof value === 'string') assertText(value, isSentBack, path)
  else if (typeof value === 'number') assertFinite(value, path)
  else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      path.push(index)
      assertSound(element, isSentBack, path)
      path.pop()
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      path.push(key)
      if (!isSentBack && FORBIDDEN_KEYS.has(key)) {
        throw refusal('Key not allowed', path, 'has a name that is not allowed')
      }
      assertText(key, isSentBack, path)
      assertSound(member, isSentBack, path)
      path.pop()
    }
  }
}

/** A number past the largest would be stored as null. */
function assertFinite(value: number, path: readonly PropertyKey[]): void {
  if (Number.isFinite(value)) return
  throw refusal('Number out of range', path, UNKEPT)
}

function assertText(text: string, isSentBack: boolean, path: readonly PropertyKey[]): void {
  if (isSentBack || text.isWellFormed()) return
  throw refusal('Text is not valid Unicode', path, 'is not valid Unicode')
}

function refusal(text: string, path: readonly PropertyKey[], detail: string): DomainError {
  return new DomainError('invalid-input', text, { faults: [{ path, detail }] })
}
