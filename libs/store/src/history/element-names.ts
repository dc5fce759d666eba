import { hash } from 'node:crypto'
import { bannerContentId } from '@landscape/contracts/banners'
import { escaped, suffixOf } from '@landscape/contracts/change-path'
import { asRecord, isRecord } from '@landscape/contracts/json'
import { createListIndex, type ListIndex } from '../json/list-index.ts'
import { projectNameOf } from '@landscape/contracts/projects'

/** How the elements of an array are identified: by natural key, by value or by index. */
export type Naming = 'key' | 'value' | 'index'

/** Natural keys of elements, by the member of the document that contains the array. */
const NATURAL_KEYS: Readonly<Record<string, (element: unknown) => unknown>> = {
  entries: idOf,
  quadrants: idOf,
  rings: idOf,
  // A banner without an id is identified by the id that it will be assigned.
  messages: (element) =>
    idOf(element) ?? (isRecord(element) ? bannerContentId(element) : undefined),
  projects: projectNameOf,
  keys: idOf,
}

function nameOf(element: unknown): unknown {
  return asRecord(element)['name']
}

function idOf(element: unknown): unknown {
  return asRecord(element)['id']
}

/** Only members of the document, and a document that is an array of named objects, have natural keys. */
function naturalKeyOf(path: readonly string[]) {
  if (path.length === 0) return nameOf
  const [member] = path
  return path.length === 1 && member !== undefined && Object.hasOwn(NATURAL_KEYS, member)
    ? NATURAL_KEYS[member]
    : undefined
}

/** The natural key of an element, which may be repeated; `undefined` when it has none. */
export function naturalName(list: string, element: unknown): unknown {
  return naturalKeyOf([list])?.(element)
}

/** Whether elements of an array may share a name: projects do, when their owners differ. */
export function mayShareName(path: readonly string[], element: unknown): boolean {
  return path.length === 1 && path[0] === 'projects' && projectNameOf(element) !== undefined
}

/** Whether the elements of the array in a member have natural keys. */
export function hasNaturalKeys(path: readonly string[]): boolean {
  return path.length > 0 && naturalKeyOf(path) !== undefined
}

/** How the elements of the array at a path are identified; `undefined` for an empty array. */
export function namingOf(path: readonly string[], array: readonly unknown[]): Naming | undefined {
  if (array.length === 0) return undefined
  // Technology lists may have the same member name, but contain only strings.
  const isTechnologies = array.every((element) => typeof element === 'string')
  if (hasNaturalKeys(path) && !isTechnologies) return 'key'
  if (path.length === 0 && array.every((element) => typeof nameOf(element) === 'string'))
    return 'key'
  return array.every((element) => typeof element !== 'object' || element === null)
    ? 'value'
    : 'index'
}

/** Prefix of names that are digests; no natural key begins with it. */
const DIGEST = '\u0000'

/**
 * Returns the function that names the elements of an array; names may be repeated. An element without a
 * natural key is named by a digest of its value.
 */
function nameFunction(path: readonly string[], naming: Naming): (element: unknown) => string {
  if (naming === 'value') return valueName
  const key = naturalKeyOf(path)
  return (element) => {
    const found = key?.(element)
    if (typeof found === 'string') return found
    return `${DIGEST}${hash('sha256', JSON.stringify(element) ?? 'null', 'base64url').slice(0, 12)}`
  }
}

function valueName(element: unknown): string {
  return typeof element === 'string' ? element : JSON.stringify(element)
}

/** Indexes of elements by name, for each member with natural keys. */
const nameIndexes = new Map<string, ListIndex<string>>()

function nameIndexOf(path: readonly string[]): ListIndex<string> {
  const member = path.join()
  const toName = nameFunction(path, 'key')
  const index = nameIndexes.get(member) ?? createListIndex((element) => [toName(element)])
  nameIndexes.set(member, index)
  return index
}

/** Unique names of the elements from `begin` to `end`; repeated names have a number. */
export function namesOf(
  path: readonly string[],
  array: readonly unknown[],
  naming: Naming,
  { begin = 0, end = array.length } = {},
): string[] {
  if (naming === 'index') return range(begin, end).map(String)
  const toName = nameFunction(path, naming)
  const nameAt = (index: number) => toName(array[index])
  const names = range(begin, end).map(nameAt)
  const counts = new Map(names.map((name) => [name, 0]))
  if (naming === 'key' && begin > 0) {
    const find = nameIndexOf(path)
    for (const name of counts.keys()) {
      counts.set(name, find(array, name).filter((index) => index < begin).length)
    }
  } else {
    for (let i = 0; i < begin; i++) {
      const earlier = nameAt(i)
      const count = counts.get(earlier)
      if (count !== undefined) counts.set(earlier, count + 1)
    }
  }
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const segment = name.startsWith(DIGEST) ? `~.${name.slice(DIGEST.length)}` : escaped(name)
    return count === 1 ? segment : `${segment}${suffixOf(count)}`
  })
}

function range(begin: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - begin) }, (_, i) => begin + i)
}

/** The common kind of two JSON objects or two arrays, whose parts can be compared. */
export function areAlike(a: unknown, b: unknown): 'objects' | 'arrays' | undefined {
  if (Array.isArray(a) && Array.isArray(b)) return 'arrays'
  return isRecord(a) && isRecord(b) ? 'objects' : undefined
}
