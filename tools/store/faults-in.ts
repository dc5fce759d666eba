import { DOCUMENTS } from '@landscape/contracts'
import { isHistoryKey, nameOf, type ObjectRef, parseJson } from '@landscape/store'
import { z } from 'zod'

/** Every document that a service reads, by its name. */
const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.values(DOCUMENTS).map(({ ref, schema }) => [nameOf(ref), schema]),
)

const MAX_SHOWN = 10
/** As deep as a document may be that somebody edits; some of what is deeper cannot even be answered. */
const MAX_DEPTH = 1_000

/**
 * Whether a service reads this object, a document or its history; others in the same buckets belong to
 * other programs.
 */
export function isOurs(ref: ObjectRef): boolean {
  return SCHEMAS.has(nameOf(ref)) || isHistoryKey(ref.key)
}

/** A place where a text departs from the schema of its document, and how; nothing of its content. */
interface SchemaFault {
  path: readonly PropertyKey[]
  what: string
}

/** Where a text departs from the schema of a document; a document of another program has none. */
export function schemaFaults(ref: ObjectRef, body: Buffer): SchemaFault[] {
  const schema = SCHEMAS.get(nameOf(ref))
  if (schema && depthOf(body) > MAX_DEPTH) {
    return [{ path: [], what: `exceeds the maximum nesting depth of ${MAX_DEPTH}` }]
  }
  let value: unknown
  try {
    value = parseJson(body)
  } catch {
    return [{ path: [], what: 'is not JSON' }]
  }
  const { error } = schema?.safeParse(value) ?? {}
  return (error?.issues ?? []).map(({ path, message }) => ({ path, what: message }))
}

/**
 * The same in lines, for whoever stores a text: the first places. Undefined when nothing is wrong.
 */
export function faultsIn(ref: ObjectRef, body: Buffer): string | undefined {
  const faults = schemaFaults(ref, body)
  if (faults.length === 0) return undefined
  const places = faults
    .slice(0, MAX_SHOWN)
    .map(({ path, what }) => `  ${z.core.toDotPath(path) || 'the document'}: ${what}`)
  const more = faults.length - places.length
  if (more > 0) places.push(`  and ${more} more`)
  return [`${nameOf(ref)} does not match its schema:`, ...places].join('\n')
}

/** By the brackets outside its texts: what walks a value would itself end at some depth. */
function depthOf(body: Buffer): number {
  const brackets = body.toString('utf8').replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[^[\]{}]/gs, '')
  let depth = 0
  let deepest = 0
  for (const bracket of brackets) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
