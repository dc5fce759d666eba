import { readDescription } from './described.ts'

export interface Parameter {
  in: string
  name: string
  required?: boolean
  description?: string
  example?: unknown
  schema: { type?: string; examples?: unknown[] }
}

export interface Content {
  content?: Record<string, { schema: unknown; example?: unknown; examples?: object }>
  headers?: Record<string, { description?: string }>
}

/** An operation of the API description with its method and path. */
export interface Operation {
  /** Method and path. */
  name: string
  method: string
  path: string
  operationId?: string
  summary: string
  description?: string
  tags: string[]
  security: readonly Record<string, unknown>[]
  parameters: readonly Parameter[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content>
}

/** Returns every operation of the description that the client package is generated from. */
export function describedOperations(): Operation[] {
  return Object.entries(readDescription().paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Operation>).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters ?? [],
      name: `${method} ${path}`,
      method,
      path,
    })),
  )
}

/** Returns the required parameters. */
export function requiredParameters({ parameters }: Pick<Operation, 'parameters'>): Parameter[] {
  return parameters.filter(({ required }) => required === true)
}

/** Returns the example value of a parameter. */
export function exampleOf({ example, schema }: Parameter): unknown {
  return example ?? schema.examples?.[0]
}

/**
 * Returns the path and query of a request with the examples of these parameters.
 *
 * @param values additional query parameters, or replacements of examples
 */
export function requestTarget(
  path: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>> = {},
): string {
  const text = (one: Parameter) => String(exampleOf(one))
  const filled = parameters.reduce(
    (known, one) => known.replace(`{${one.name}}`, encodeURIComponent(text(one))),
    path,
  )
  const query = parameters.filter((one) => one.in === 'query').map((one) => [one.name, text(one)])
  return `${filled}?${String(new URLSearchParams({ ...Object.fromEntries(query), ...values }))}`
}
