import { isRecord } from './json.ts'

/** Names that reach a prototype in programs which copy members one by one. */
const KEYS = new Set(['__proto__', 'constructor', 'prototype'])
/** Other programs walk the documents by recursion. */
const MAX_DEPTH = 64

const REASONS = {
  key: { detail: 'has a name that is not allowed', text: 'Key not allowed' },
  text: { detail: 'is not valid Unicode', text: 'Text is not valid Unicode' },
  depth: { detail: 'is nested too deeply', text: 'JSON is nested too deeply' },
} as const

/** A place that nobody may store anew: what is wrong there, and the text of a refusal. */
type Unsound = { path: readonly PropertyKey[] } & (typeof REASONS)[keyof typeof REASONS]

/**
 * Where a value holds what may hurt a program that reads it: a name that reaches a prototype, a text that
 * is no Unicode, parts nested more than 64 deep. Documents of other programs may hold such places.
 */
export function findUnsafeJson(value: unknown): Unsound[] {
  const found: Unsound[] = []
  // One path for the whole walk: bodies have up to 250,000 values, and hardly any is told.
  const path: PropertyKey[] = []
  const tell = (reason: keyof typeof REASONS) => found.push({ path: [...path], ...REASONS[reason] })

  function visitMember(name: PropertyKey, member: unknown): void {
    path.push(name)
    if (typeof name === 'string' && KEYS.has(name)) tell('key')
    else if (typeof name === 'string' && !name.isWellFormed()) tell('text')
    else visit(member)
    path.pop()
  }

  function visit(part: unknown): void {
    if (typeof part === 'string') {
      if (!part.isWellFormed()) tell('text')
      return
    }
    if (typeof part !== 'object' || part === null) return
    if (path.length >= MAX_DEPTH) tell('depth')
    else if (Array.isArray(part)) part.forEach((element, i) => visitMember(i, element))
    else if (isRecord(part)) {
      for (const [name, member] of Object.entries(part)) visitMember(name, member)
    }
  }

  visit(value)
  return found
}
