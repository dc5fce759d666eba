import { isRecord } from '@landscape/contracts/json'
import { z } from 'zod'

/** Maximum number of names in a note. */
const MAX_NAMES = 20

/** A note on content of a file that is not imported, each name once; no note without names. */
export function notImported(kind: string, names: readonly string[]): string[] {
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return []
  const more = distinct.length > MAX_NAMES ? `, and ${distinct.length - MAX_NAMES} more` : ''
  return [`${kind} not imported: ${distinct.slice(0, MAX_NAMES).join(', ')}${more}`]
}

/**
 * Paths of the members with a value that a schema does not declare: `entries[].owner`.
 *
 * @param path path of the value itself
 */
export function undeclaredMembers(schema: unknown, value: unknown, path = ''): string[] {
  if (schema instanceof z.ZodPipe) return undeclaredMembers(schema.out, value, path)
  if (schema instanceof z.ZodOptional) return undeclaredMembers(schema.unwrap(), value, path)
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((element) => undeclaredMembers(schema.element, element, `${path}[]`))
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return []
  const declared = new Map<string, unknown>(Object.entries(schema.shape))
  return Object.entries(value).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`
    if (declared.has(name)) return undeclaredMembers(declared.get(name), member, at)
    return isEmpty(member) ? [] : [at]
  })
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
