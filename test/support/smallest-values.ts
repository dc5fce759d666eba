import { asRecord, elementsOf } from '@landscape/contracts/json'

type Schema = Readonly<Record<string, unknown>>

/**
 * Creates a function that returns the smallest values of a schema, one for each alternative: objects
 * with their required members and arrays of minimum length. Strings and numbers are taken from the
 * example if it has them.
 *
 * @param root the description that contains the schema and its references
 */
export function createSmallestValues(root: unknown) {
  return smallest

  function smallest(described: unknown, example: unknown): unknown[] {
    const schema = dereferenced(root, described)
    const ways = [schema['anyOf'], schema['oneOf']].flatMap(elementsOf)
    if (ways.length > 0) return ways.flatMap((way) => smallest(way, example))
    const parts = elementsOf(schema['allOf'])
    if (parts.length > 0) {
      const found = combined(parts.map((part) => smallest(part, example)))
      return found.map((values): unknown => Object.assign({}, ...values))
    }
    if ('const' in schema) return [schema['const']]
    const [first] = elementsOf(schema['enum'])
    if (first !== undefined) return [first]
    const [type] = [schema['type']].flat()
    if (type === 'object') return objects(schema, asRecord(example))
    if (type === 'array') return lists(schema, elementsOf(example))
    return [example === undefined ? plain(type, schema) : example]
  }

  function objects(schema: Schema, example: Schema): object[] {
    const needed = elementsOf(schema['required']).map(String)
    const missing = Number(schema['minProperties'] ?? 0) - needed.length
    const others = Array.from({ length: Math.max(0, missing) }, (_, at) => `x${at}`)
    const names = [...needed, ...others]
    const properties = asRecord(schema['properties'])
    const schemaOf = (name: string) => properties[name] ?? schema['additionalProperties'] ?? {}
    const values = names.map((name) => smallest(schemaOf(name), example[name]))
    return combined(values).map((chosen) =>
      Object.fromEntries(names.map((name, at) => [name, chosen[at]])),
    )
  }

  function lists(schema: Schema, example: readonly unknown[]): unknown[][] {
    const length = Number(schema['minItems'] ?? 0)
    return combined(Array.from({ length }, (_, at) => smallest(schema['items'], example[at])))
  }
}

function plain(type: unknown, { minLength = 0, minimum = 0 }: Schema): unknown {
  if (type === 'string') return 'x'.repeat(Number(minLength))
  if (type === 'integer' || type === 'number') return minimum
  return type === 'boolean' ? false : null
}

/** Resolves references within the description `root`. */
function dereferenced(root: unknown, schema: unknown): Schema {
  const { $ref: ref } = asRecord(schema)
  if (typeof ref !== 'string') return asRecord(schema)
  const found = ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => asRecord(part)[key], root)
  return dereferenced(root, found)
}

/** Returns the Cartesian product of arrays. */
function combined<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((chosen) => list.map((value) => [...chosen, value])),
    [[]],
  )
}
