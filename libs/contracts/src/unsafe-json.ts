import { isRecord } from './json.ts'

/** Names that reach the prototype in programs that copy members one by one. */
const KEYS = new Set(['__proto__', 'constructor', 'prototype'])
/** Other programs traverse the documents recursively. */
const MAX_DEPTH = 64

const REASONS = {
  key: { detail: 'has a name that is not allowed', text: 'Key not allowed' },
  text: { detail: 'is not valid Unicode', text: 'Text is not valid Unicode' },
  depth: { detail: 'is nested too deeply', text: 'JSON is nested too deeply' },
} as const

/** A path whose value must not be stored: the detail of the fault, and the error message. */
type UnsafeValue = { path: readonly PropertyKey[] } & (typeof REASONS)[keyof typeof REASONS]

/**
 * Finds values that may harm a program that reads them: names that reach a prototype, invalid Unicode,
 * nesting deeper than 64 levels. Documents of other programs may contain them.
 */
export function findUnsafeJson(value: unknown): UnsafeValue[] {
  const unsafe: UnsafeValue[] = []
  // One array for the entire walk: bodies have up to 250,000 values, and almost none is reported.
  const path: PropertyKey[] = []
  const report = (reason: keyof typeof REASONS) =>
    unsafe.push({ path: [...path], ...REASONS[reason] })

  function visitMember(name: PropertyKey, member: unknown): void {
    path.push(name)
    if (typeof name === 'string' && KEYS.has(name)) report('key')
    else if (typeof name === 'string' && !name.isWellFormed()) report('text')
    else visit(member)
    path.pop()
  }

  function visit(part: unknown): void {
    if (typeof part === 'string') {
      if (!part.isWellFormed()) report('text')
      return
    }
    if (typeof part !== 'object' || part === null) return
    if (path.length >= MAX_DEPTH) report('depth')
    else if (Array.isArray(part)) part.forEach((element, i) => visitMember(i, element))
    else if (isRecord(part)) {
      for (const [name, member] of Object.entries(part)) visitMember(name, member)
    }
  }

  visit(value)
  return unsafe
}
