/** A JSON schema of the API description, as far as types express it. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  not?: object
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}

interface Parameter {
  in: string
  name: string
  required?: boolean
  schema: Schema
}

type Content = Record<string, { schema?: Schema }>

interface Response {
  content?: Content
}

interface Operation {
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
}

/** The members of an expanded OpenAPI 3.1 description that the types express. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * Returns the TypeScript module of an API description: `Schemas` by name, `Operations` by method
 * and path.
 */
export function typesOf({ paths, components }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const byMethod = Object.groupBy(operations, ({ method }) => method.toUpperCase())
  const lines = Object.entries(byMethod).flatMap(([method, list = []]) => [
    `  ${method}: {`,
    ...list.map(({ path, operation }) => `    ${quoted(path)}: ${operationType(operation)}`),
    '  }',
  ])
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `  ${quoted(name)}: ${schemaType(schema)}`,
  )
  return [
    '/** Request and response bodies, by their names in the API description. */',
    'export interface Schemas {',
    ...schemas,
    '}',
    '/** The request options and the bodies of each operation. */',
    'export interface Operations {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const params = ['path', 'query', 'header'].flatMap((place) => {
    // The client requests JSON: the parameter `format` selects others.
    const of = parameters.filter(
      (parameter) => parameter.in === place && !(place === 'query' && parameter.name === 'format'),
    )
    if (of.length === 0) return []
    const required = of.filter((parameter) => parameter.required).map(({ name }) => name)
    const properties = Object.fromEntries(
      of.map(({ name, schema }) => [name, place === 'query' ? orOneValue(schema) : schema]),
    )
    return [[place, objectType({ properties, required }), required.length > 0] as const]
  })
  const members = [
    ...(params.length > 0
      ? [
          `params${params.some(([, , required]) => required) ? '' : '?'}: { ${params
            .map(([place, type, required]) => `${place}${required ? '' : '?'}: ${type}`)
            .join('; ')} }`,
        ]
      : []),
    ...(requestBody ? [`body${requestBody.required ? '' : '?'}: ${bodyType(requestBody)}`] : []),
  ]
  const bodies = (isWanted: (status: string) => boolean) =>
    union(
      Object.entries(responses)
        .filter(([status]) => isWanted(status))
        .map(([, { content }]) => contentType(content)),
    )
  return (
    `{ init: { ${members.join('; ')} }; data: ${bodies((status) => status.startsWith('2'))}; ` +
    `error: ${bodies((status) => /^[45]/.test(status))} }`
  )
}

/** A query has no brackets: one value is an array of one element. */
export function orOneValue(schema: Schema): Schema {
  return schema.type === 'array' ? { anyOf: [schema.items ?? {}, schema] } : schema
}

function bodyType({ content }: { content: Content }): string {
  return jsonOf(content) ? contentType(content) : 'URLSearchParams'
}

function jsonOf(content: Content): { schema?: Schema } | undefined {
  return Object.entries(content).find(([type]) => /[/+]json$/.test(type))?.[1]
}

/** The parsed body: of JSON if it exists, otherwise a string. */
function contentType(content: Content | undefined): string {
  if (content === undefined || Object.keys(content).length === 0) return 'undefined'
  const json = jsonOf(content)
  return json ? schemaType(json.schema ?? {}) : 'string'
}

/** Returns the TypeScript type of a JSON schema; bounds, patterns and formats have no type. */
export function schemaType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    return `Schemas[${quoted(schema.$ref.replace('#/components/schemas/', ''))}]`
  }
  if (schema.not && Object.keys(schema.not).length === 0) return 'never'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const parts = [
    ...([schema.type ?? []].flat().length > 0 || schema.properties
      ? [union([schema.type ?? 'object'].flat().map((type) => typeNamed(type, schema)))]
      : []),
    ...[schema.anyOf, schema.oneOf]
      .filter((list) => list !== undefined)
      .map((list) => union(list.map(schemaType))),
    ...(schema.allOf ?? []).map(schemaType),
  ]
  const [only = 'unknown', ...more] = [...new Set(parts)]
  return more.length === 0 ? only : [only, ...more].map((part) => `(${part})`).join(' & ')
}

function typeNamed(type: string, schema: Schema): string {
  if (type === 'array') return `(${schemaType(schema.items ?? {})})[]`
  if (type === 'object') return objectType(schema)
  const primitive = PRIMITIVES[type]
  if (primitive === undefined) throw new Error(`Unknown type "${type}" in the description`)
  return primitive
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const others =
    typeof additionalProperties === 'object'
      ? schemaType(additionalProperties)
      : additionalProperties === true && 'unknown'
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${quoted(name)}${required.includes(name) ? '' : '?'}: ${schemaType(schema)}`,
  )
  if (members.length === 0)
    return others ? `{ [key: string]: ${others} }` : '{ [key: string]: unknown }'
  const named = `{ ${members.join('; ')} }`
  return others ? `${named} & { [key: string]: ${others} }` : named
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'undefined'
}

function quoted(name: string): string {
  return JSON.stringify(name)
}
