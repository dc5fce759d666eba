import { createHash } from 'node:crypto'
import {
  asRecord,
  bannerContentId,
  createListIndex,
  isRecord,
  projectName,
  type ListIndex,
} from '@landscape/contracts'

/**
 * How the elements of an array are told apart: by what a person would call them, by their value, or
 * by where they stand.
 */
export type Naming = 'key' | 'value' | 'index'

/** Natural keys of the elements of those lists that people edit, by the member that holds the list. */
const NATURAL_KEYS: Readonly<Record<string, (element: unknown) => unknown>> = {
  entries: idOf,
  quadrants: idOf,
  rings: idOf,
  // A banner that has no id yet has the one that it will be given.
  messages: (element) =>
    idOf(element) ?? (isRecord(element) ? bannerContentId(element) : undefined),
  projects: projectName,
}

function idOf(element: unknown): unknown {
  return asRecord(element)['id']
}

/** The lists with natural keys are members of the document itself; everything deeper has none. */
function naturalKeyOf(path: readonly string[]) {
  const [member] = path
  return path.length === 1 && member !== undefined && Object.hasOwn(NATURAL_KEYS, member)
    ? NATURAL_KEYS[member]
    : undefined
}

/** What people call an element of such a list, before repetitions are told apart; `undefined`: nothing. */
export function naturalName(list: string, element: unknown): unknown {
  return naturalKeyOf([list])?.(element)
}

/** Whether an element of the list at a path may have the name of another: the projects of one owner differ in name. */
export function mayShareName(path: readonly string[], element: unknown): boolean {
  return path.length === 1 && path[0] === 'projects' && projectName(element) !== undefined
}

/** Whether the elements of the array at a path are called as people call them. */
export function hasNaturalKeys(path: readonly string[]): boolean {
  return naturalKeyOf(path) !== undefined
}

/** How the elements of the array at a path are told apart; `undefined` for an empty one: either way. */
export function namingOf(path: readonly string[], array: readonly unknown[]): Naming | undefined {
  if (array.length === 0) return undefined
  // Technology lists may be called like those, and hold nothing but texts.
  const isTexts = array.every((element) => typeof element === 'string')
  if (hasNaturalKeys(path) && !isTexts) return 'key'
  return array.every((element) => typeof element !== 'object' || element === null)
    ? 'value'
    : 'index'
}

/** Marks what is called by a digest of its value: no text that people write begins with it. */
const DIGEST = '\u0000'

/**
 * What the elements of an array are called, before repetitions are told apart. An element without a
 * natural key is called by a digest of its value.
 */
function callerOf(path: readonly string[], naming: Naming): (element: unknown) => string {
  if (naming === 'value') return textOf
  const key = naturalKeyOf(path)
  return (element) => {
    const found = key?.(element)
    return typeof found === 'string' ? found : digestOf(element)
  }
}

function textOf(element: unknown): string {
  return typeof element === 'string' ? element : JSON.stringify(element)
}

function digestOf(element: unknown): string {
  const text = JSON.stringify(element) ?? 'null'
  return `${DIGEST}${createHash('sha256').update(text).digest('base64url').slice(0, 12)}`
}

/** By the member that holds the list. */
const indices = new Map<string, ListIndex<string>>()

/** Where elements of a list with natural keys are, by what they are called. */
function callIndex(path: readonly string[]): ListIndex<string> {
  const member = path.join()
  const call = callerOf(path, 'key')
  const index = indices.get(member) ?? createListIndex((element) => [call(element)])
  indices.set(member, index)
  return index
}

/** Names of the elements from `begin` to `end`, those that are called alike numbered as they stand. */
export function namesOf(
  path: readonly string[],
  array: readonly unknown[],
  naming: Naming,
  { begin = 0, end = array.length } = {},
): string[] {
  if (naming === 'index') return range(begin, end).map(String)
  const call = callerOf(path, naming)
  const called = range(begin, end).map((i) => call(array[i]))
  const seen = new Map(called.map((text) => [text, 0]))
  if (naming === 'key' && begin > 0) {
    const find = callIndex(path)
    for (const text of seen.keys()) {
      seen.set(text, find(array, text).filter((place) => place < begin).length)
    }
  } else {
    for (let i = 0; i < begin; i++) {
      const text = call(array[i])
      const times = seen.get(text)
      if (times !== undefined) seen.set(text, times + 1)
    }
  }
  return called.map((text) => {
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    const name = text.startsWith(DIGEST) ? `~.${text.slice(DIGEST.length)}` : escaped(text)
    return times === 1 ? name : `${name}${suffixOf(times)}`
  })
}

/** `~2` … `~9`, `~+10`, …: in a natural key every tilde is followed by 0 or 1. */
const SUFFIX = /~([2-9]|\+\d+)$/

function suffixOf(times: number): string {
  return times < 10 ? `~${times}` : `~+${times}`
}

/** How many are called like an element up to it, by its segment. */
export function repetitionOf(segment: string): number {
  return Number(SUFFIX.exec(segment)?.[1] ?? 1)
}

function range(begin: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - begin) }, (_, i) => begin + i)
}

/** A name as a segment of a path (RFC 6901 §3). */
export function escaped(name: string): string {
  return name.includes('~') || name.includes('/')
    ? name.replaceAll('~', '~0').replaceAll('/', '~1')
    : name
}

/** The name that a segment stands for, as people know it. */
export function unescaped(segment: string): string {
  if (!segment.includes('~')) return segment
  return segment.replace(SUFFIX, '').replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A path of escaped segments (RFC 6901 §3). */
export function pathOf(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment}`).join('')
}

/** The escaped segments of a path. */
export function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.slice(1).split('/')
}

/** Whether two values are JSON objects, or both arrays: then they are compared part by part. */
export function areAlike(a: unknown, b: unknown): 'objects' | 'arrays' | undefined {
  if (Array.isArray(a) && Array.isArray(b)) return 'arrays'
  return isRecord(a) && isRecord(b) ? 'objects' : undefined
}
