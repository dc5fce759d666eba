import { DOCUMENTS } from '@landscape/contracts'
import { nameOf, parseJson, type ObjectRef } from '@landscape/object-store'
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
  return SCHEMAS.has(nameOf(ref)) || ref.key.startsWith('history/')
}

/**
 * What is wrong with a text that is to become this document, for whoever stores it: where it departs
 * from its schema, in lines, without its content. Undefined when nothing is.
 */
export function faultsIn(ref: ObjectRef, body: Buffer): string | undefined {
  const schema = SCHEMAS.get(nameOf(ref))
  if (schema && depthOf(body) > MAX_DEPTH) {
    return `${nameOf(ref)} is nested more than ${MAX_DEPTH} deep`
  }
  const checked = schema?.safeParse(parseJson(body))
  if (!checked || checked.success) return undefined
  const { issues } = checked.error
  const places = issues
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => `  ${z.core.toDotPath(path) || 'its root'}: ${message}`)
  const more = issues.length - places.length
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
