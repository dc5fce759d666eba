import { isRecord } from '@landscape/contracts'
import type { Oddity } from './oddities.ts'

const KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const MAX_DEPTH = 64
const OUTCOME =
  'kept and answered, but a request that sends it back is refused; mend it in the file'

/** What a stored document may hold and no request may: a client cannot send it back. */
export function unsendable(value: unknown, path: readonly PropertyKey[] = []): Oddity[] {
  const told = (what: string): Oddity[] => [{ path, what, outcome: OUTCOME }]
  if (typeof value === 'string') return value.isWellFormed() ? [] : told('is not valid Unicode')
  if (typeof value !== 'object' || value === null) return []
  if (path.length >= MAX_DEPTH) return told('is nested too deeply')
  if (Array.isArray(value)) return value.flatMap((element, i) => unsendable(element, [...path, i]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const at = [...path, key]
    if (KEYS.has(key))
      return [{ path: at, what: 'has a name that requests may not have', outcome: OUTCOME }]
    return unsendable(member, at)
  })
}
