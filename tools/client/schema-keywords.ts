import { asRecord, elementsOf } from '@landscape/contracts/json'

export type Schema = Readonly<Record<string, unknown>>

const ALL_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** Returns the `$ref` of a schema; empty when it has none. */
export function refOf(schema: unknown): string {
  const { $ref } = asRecord(schema)
  return typeof $ref === 'string' ? $ref : ''
}

/** Resolves references within the description `root`. */
export function dereferenced(root: unknown, schema: unknown): Schema {
  const ref = refOf(schema)
  if (ref === '') return asRecord(schema)
  const found = ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => asRecord(part)[key], root)
  return dereferenced(root, found)
}

/** Returns the members of `anyOf` or `oneOf`. */
export function alternativesOf({ anyOf, oneOf }: Schema): readonly unknown[] | undefined {
  const ways = anyOf ?? oneOf
  return Array.isArray(ways) ? ways : undefined
}

/** Returns the members of `allOf`. */
export function partsOf({ allOf }: Schema): readonly unknown[] | undefined {
  return Array.isArray(allOf) ? allOf : undefined
}

/** Merges the parts of an `allOf`; returns an empty array when their types exclude each other. */
export function merged(parts: readonly Schema[]): Schema[] {
  const types = parts.map(typesOf)
  const type = [...new Set(types.flat())].filter((name) =>
    types.every((taken) => isAmong(name, taken)),
  )
  if (type.length === 0) return []
  const members = parts.flatMap(({ properties }) => Object.entries(asRecord(properties)))
  const properties = Object.fromEntries(
    [...Map.groupBy(members, ([name]) => name)].map(([name, all]) => [
      name,
      { allOf: all.map(([, schema]) => schema) },
    ]),
  )
  const required = parts.flatMap((part) => namesIn(part['required']))
  return [{ ...Object.assign({}, ...parts), type, properties, required }]
}

/** Returns the permitted JSON types, those of the enumerated values when `type` is absent. */
export function typesOf({ type, ...schema }: Schema): readonly string[] {
  if (type !== undefined) return namesIn([type].flat())
  const values = valuesOf(schema)
  return values ? [...new Set(values.map(typeOf))] : ALL_TYPES
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Tests whether values of a type are permitted; an integer is a number. */
export function isAmong(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** Returns the enumerated values. */
export function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

/** Returns the number of a keyword; the bound of safe integers limits no value of JSON. */
export function numberAt(schema: Schema, name: string, absent: number): number {
  const value = schema[name]
  const isBound = typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER
  return isBound ? value : absent
}

/** Returns the strings of an array. */
export function namesIn(value: unknown): string[] {
  return elementsOf(value).filter((name) => typeof name === 'string')
}

/** Returns the Cartesian product of arrays. */
export function combined<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((chosen) => list.map((value) => [...chosen, value])),
    [[]],
  )
}
