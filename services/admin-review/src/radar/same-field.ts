import { isDeepStrictEqual } from 'node:util'
import { isRecord, type JsonRecord } from '@landscape/contracts'
import { contentOf } from './attribute.ts'

/**
 * Whether two values of a field say the same. Authors of a timeline are settled by attribution; no
 * value and null are the same.
 *
 * @param keyOf tells positions apart
 */
export function isSame(field: string, a: unknown, b: unknown, keyOf = positionKey): boolean {
  if (a === b) return true
  if (field === 'timeline' && Array.isArray(a) && Array.isArray(b)) {
    return (
      a.length === b.length && a.every((item, i) => item === b[i] || keyOf(item) === keyOf(b[i]))
    )
  }
  return isDeepStrictEqual(a ?? null, b ?? null)
}

/** Members that `contentOf` compares, and the author, which does not count. */
const SETTLED = new Set(['moved', 'ringId', 'date', 'description', 'directorate', 'author'])

/** A string that two positions of timelines share when they say the same, whoever their authors are. */
function positionKey(position: unknown): string {
  if (!isRecord(position)) return canonicalText(position)
  const others = Object.keys(position).filter((name) => !SETTLED.has(name))
  return contentOf(position) + membersText(position, others)
}

/** The same, worked out once for each position, for one that is compared with those of many versions. */
export function rememberKeys(): typeof positionKey {
  // A WeakMap of so many would make each garbage collection take long.
  const keys = new Map<unknown, string>()
  return (position) => {
    const key = keys.get(position) ?? positionKey(position)
    keys.set(position, key)
    return key
  }
}

/** JSON whose objects have their members in one order. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  return isRecord(value) ? membersText(value, Object.keys(value)) : JSON.stringify(value)
}

function membersText(record: JsonRecord, names: string[]): string {
  const members = names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(record[name])}`)
  return `{${members.join()}}`
}
