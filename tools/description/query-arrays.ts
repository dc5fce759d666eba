import { isDeepStrictEqual } from 'node:util'

interface Schema {
  type?: unknown
  items?: unknown
  anyOf?: readonly Schema[]
  default?: unknown
  examples?: readonly unknown[]
}

interface Parameter {
  in?: string
  schema?: Schema
  example?: unknown
}

interface Operation {
  parameters?: readonly object[]
}

/** Applies `withArray` to the parameters of all operations. */
export function withQueryArrays<D extends { paths?: object }>(description: D): D {
  const paths = Object.entries(description.paths ?? {}).map(([path, methods]) => {
    const operations = Object.entries(methods as Record<string, Operation>)
    return [path, Object.fromEntries(operations.map(([method, one]) => [method, withArrays(one)]))]
  })
  return { ...description, paths: Object.fromEntries(paths) as object }
}

function withArrays(operation: Operation): Operation {
  const { parameters } = operation
  return parameters ? { ...operation, parameters: parameters.map(withArray) } : operation
}

/**
 * Describes a query parameter that accepts one value or several as an array: in a query, one value is an array
 * of one element. Generators of clients produce code that does not compile for the alternatives and their
 * default.
 */
export function withArray<P extends object>(parameter: P): P {
  const { in: place, schema = {}, example } = parameter as Parameter
  const { anyOf = [], default: _, examples, ...others } = schema
  const array = anyOf.find(
    ({ type, items }) => type === 'array' && anyOf.some((one) => isDeepStrictEqual(one, items)),
  )
  if (place !== 'query' || !array || anyOf.length !== 2) return parameter
  return {
    ...parameter,
    ...(example !== undefined && { example: [example].flat() }),
    schema: {
      ...others,
      ...array,
      ...(examples && { examples: examples.map((value) => [value].flat()) }),
    },
  }
}
