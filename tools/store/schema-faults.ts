import { DOCUMENTS } from '@landscape/contracts/documents'
import { MONTHLY_DOCUMENTS, monthAt } from '@landscape/contracts/monthly-documents'
import { isHistoryKey } from '@landscape/store/history/archive'
import { parseJson } from '@landscape/store/json/parse-json'
import { nameOf, type ObjectRef } from '@landscape/store/objects/port'
import { z } from 'zod'

/** Schemas of the documents that services read, by `<bucket>/<key>`. */
const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.values(DOCUMENTS).map(({ ref, schema }) => [nameOf(ref), schema]),
)

function schemaOf(ref: ObjectRef): z.ZodType | undefined {
  const monthly = monthAt(ref)
  return monthly ? MONTHLY_DOCUMENTS[monthly.name].schema : SCHEMAS.get(nameOf(ref))
}

const MAX_SHOWN = 10
/** Maximum nesting depth of a document; JSON.stringify fails on some deeper ones. */
const MAX_DEPTH = 1_000

/**
 * Whether a service reads this object, a document or its history; other programs may share the buckets.
 */
export function isReadByService(ref: ObjectRef): boolean {
  return schemaOf(ref) !== undefined || isHistoryKey(ref.key)
}

/** A violation of the schema of a document, without the value. */
interface SchemaFault {
  path: readonly PropertyKey[]
  what: string
}

/** Violations of the schema of a document; documents of other programs have no schema. */
export function schemaFaults(ref: ObjectRef, body: Buffer): SchemaFault[] {
  const schema = schemaOf(ref)
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

/** The first violations of the schema in lines; `undefined` for a valid document. */
export function faultsIn(ref: ObjectRef, body: Buffer): string | undefined {
  const faults = schemaFaults(ref, body)
  if (faults.length === 0) return undefined
  const lines = faults
    .slice(0, MAX_SHOWN)
    .map(({ path, what }) => `  ${z.core.toDotPath(path) || 'the document'}: ${what}`)
  const more = faults.length - lines.length
  if (more > 0) lines.push(`  and ${more} more`)
  return [`${nameOf(ref)} does not match its schema:`, ...lines].join('\n')
}

/** Counts the brackets outside strings, since a recursive walk overflows the stack on deep values. */
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
