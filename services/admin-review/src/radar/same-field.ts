import { isDeepStrictEqual } from 'node:util'
import { isRecord, type JsonRecord, ownMember } from '@landscape/contracts/json'
import { contentOf } from './attribute.ts'

/**
 * Whether two values of a field are equal. Ignores authors of timeline items, which attribution sets;
 * `undefined` equals null.
 *
 * @param keyOf identifies a timeline item
 */
export function isSame(field: string, a: unknown, b: unknown, keyOf = itemKey): boolean {
  if (a === b) return true
  if (field === 'timeline' && Array.isArray(a) && Array.isArray(b)) {
    return (
      a.length === b.length && a.every((item, i) => item === b[i] || keyOf(item) === keyOf(b[i]))
    )
  }
  return isDeepStrictEqual(a ?? null, b ?? null)
}

/** Members that `contentOf` compares, and the ignored author. */
const COMPARED = new Set(['moved', 'ringId', 'date', 'description', 'directorate', 'author'])

/** Key of a timeline item: equal for items that differ only in the author. */
function itemKey(item: unknown): string {
  if (!isRecord(item)) return canonicalJson(item)
  const others = Object.keys(item).filter((name) => !COMPARED.has(name))
  return contentOf(item) + membersJson(item, others)
}

/** A memoised `itemKey`, for comparison with many versions. */
export function rememberKeys(): typeof itemKey {
  // A large WeakMap slows down each garbage collection.
  const keys = new Map<unknown, string>()
  return (item) => {
    const key = keys.get(item) ?? itemKey(item)
    keys.set(item, key)
    return key
  }
}

/** JSON with sorted object members. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  return isRecord(value) ? membersJson(value, Object.keys(value)) : JSON.stringify(value)
}

function membersJson(record: JsonRecord, names: string[]): string {
  const members = names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(ownMember(record, name))}`)
  return `{${members.join()}}`
}
