import { randomUUID } from 'node:crypto'
import { releaseBytes } from '../json/json-bytes.ts'
import { firstIndex } from '../json/list-index.ts'
import { parseJson } from '../json/parse-json.ts'
import { cutsFrom, cutsOf } from './element-cuts.ts'
import { ownMember } from '@landscape/contracts/json'

/** A version, and the elements of its array with the most elements. */
interface Parsed {
  body: Buffer
  elements: readonly unknown[]
  /** See `ElementCuts`. */
  cuts: readonly number[]
}

/** Elements whose bytes are unchanged in the next version: before `start`, and from `end`. */
interface Kept {
  start: number
  end: number
  /** Bytes by which the next version is longer. */
  growth: number
}

interface Result {
  value: unknown
  /** Absent when the version has no array that can be kept. */
  parsed?: Parsed
}

/** Replace the kept elements in the parsed text; random, so that no document contains them. */
const KEPT_START = randomUUID()
const KEPT_END = randomUUID()

/**
 * Creates the parser of one document, which returns what `parseJson` returns. Of the
 * array with the most elements it parses only those between the first and the last changed byte; the others are
 * the objects of the previous version. It releases the bytes of a version when it has parsed the next one.
 */
export function createIncrementalParser(): (body: Buffer) => unknown {
  let last: Parsed | undefined

  return (body) => {
    const { value, parsed } = (last && parseChanged(last, body)) ?? parseAll(body)
    if (last) releaseBytes(last.body)
    last = parsed
    return value
  }
}

function parseAll(body: Buffer): Result {
  return resultOf(parseJson(body), body)
}

function resultOf(value: unknown, body: Buffer): Result {
  const { name, cuts } = cutsOf(body)
  const elements = name === undefined ? value : ownMember(value as Record<string, unknown>, name)
  // An empty array has a cut too many.
  const isCut = Array.isArray(elements) && elements.length === cuts.length - 1
  return isCut ? { value, parsed: { body, elements, cuts } } : { value }
}

/** @returns `undefined` when nothing is kept, or the changed bytes move the kept elements out of the array */
function parseChanged(last: Parsed, body: Buffer): Result | undefined {
  const kept = keptIn(last, body)
  const isKept = { start: kept.start > 0, end: kept.end < last.elements.length }
  if (!isKept.start && !isKept.end) return undefined
  const value = parseJson(changedText(last, body, kept))
  const list = listsOf(value).find(
    (elements) =>
      (!isKept.start || elements[0] === KEPT_START) &&
      (!isKept.end || elements.at(-1) === KEPT_END),
  )
  if (!list) return undefined
  const changed = list.slice(isKept.start ? 1 : 0, isKept.end ? -1 : undefined)
  list.length = 0
  for (const element of last.elements.slice(0, kept.start)) list.push(element)
  for (const element of changed) list.push(element)
  for (const element of last.elements.slice(kept.end)) list.push(element)
  if (!isKept.start) return resultOf(value, body)
  return { value, parsed: { body, elements: list, cuts: nextCuts(last, body, kept) } }
}

function keptIn({ body: before, elements, cuts }: Parsed, body: Buffer): Kept {
  const same = commonStart(before, body)
  const sameEnd = commonEnd(before, body, Math.min(before.length, body.length) - same)
  // The separators on both sides of an element are also unchanged.
  const start = firstIndex(cuts, (cut) => cut <= same) - 1
  const end = firstIndex(cuts, (cut) => cut <= before.length - sameEnd)
  return {
    start: Math.max(start, 0),
    end: Math.min(end, elements.length),
    growth: body.length - before.length,
  }
}

/** The text of the next version in which one string replaces the kept elements of each side. */
function changedText(
  { elements, cuts }: Parsed,
  body: Buffer,
  { start, end, growth }: Kept,
): Buffer {
  const cutAt = (index: number) => cuts[index] ?? 0
  const parts: Buffer[] = []
  let from = 0
  if (start > 0) {
    parts.push(body.subarray(0, cutAt(0)), Buffer.from(JSON.stringify(KEPT_START)))
    from = cutAt(start) - 1
  }
  if (end < elements.length) {
    parts.push(body.subarray(from, cutAt(end) + growth), Buffer.from(JSON.stringify(KEPT_END)))
    from = cutAt(elements.length) - 1 + growth
  }
  return Buffer.concat([...parts, body.subarray(from)])
}

/** The cuts of the next version, when elements before `start` are kept. */
function nextCuts(
  { elements, cuts }: Parsed,
  body: Buffer,
  { start, end, growth }: Kept,
): number[] {
  if (start === elements.length) return [...cuts]
  const from = cuts[start] ?? 0
  if (end === elements.length) return [...cuts.slice(0, start + 1), ...cutsFrom(body, from)]
  const changed = cutsFrom(body, from, (cuts[end] ?? 0) + growth)
  const later = cuts.slice(end + 1).map((cut) => cut + growth)
  return [...cuts.slice(0, start + 1), ...changed, ...later]
}

/** The arrays among a value and its members. */
function listsOf(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value)].filter((member) => Array.isArray(member))
}

const BLOCK = 4_096

/** The number of equal bytes at the start of both. */
function commonStart(a: Buffer, b: Buffer): number {
  const max = Math.min(a.length, b.length)
  let at = 0
  while (at + BLOCK <= max && a.compare(b, at, at + BLOCK, at, at + BLOCK) === 0) at += BLOCK
  while (at < max && a[at] === b[at]) at++
  return at
}

/** The number of equal bytes at the end of both, at most `max`. */
function commonEnd(a: Buffer, b: Buffer, max: number): number {
  let size = 0
  while (size + BLOCK <= max && isBlockAtEndSame(a, b, size)) size += BLOCK
  while (size < max && a[a.length - 1 - size] === b[b.length - 1 - size]) size++
  return size
}

function isBlockAtEndSame(a: Buffer, b: Buffer, size: number): boolean {
  const [endA, endB] = [a.length - size, b.length - size]
  return a.compare(b, endB - BLOCK, endB, endA - BLOCK, endA) === 0
}
