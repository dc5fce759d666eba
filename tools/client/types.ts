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
  headers?: object
  content?: Content
}

interface Operation {
  operationId: string
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

/** Returns the TypeScript module of an API description: `Schemas`, and `Operations` with their methods and paths. */
export function typesOf({ paths, components }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      address: `${method.toUpperCase()} ${path}`,
    })),
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `  ${quoted(name)}: ${schemaType(schema)}`,
  )
  return [
    '/** Request and response bodies, by their names in the API description. */',
    'export interface Schemas {',
    ...schemas,
    '}',
    '/** The parameters and the body of each operation, and the body of its response. */',
    'export interface Operations {',
    ...operations.map((one) => `  ${one.operationId}: ${operationType(one)}`),
    '}',
    '/** The method and the path of each operation. */',
    'export const OPERATIONS: Record<keyof Operations, string> = {',
    ...operations.map(({ operationId, address }) => `  ${operationId}: ${quoted(address)},`),
    '}',
    '',
  ].join('\n')
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  // The client requests JSON: the parameter `format` selects others.
  const named = parameters.filter(
    (one) => one.in === 'path' || (one.in === 'query' && one.name !== 'format'),
  )
  const isPaged = named.some(({ name }) => name === 'cursor')
  const members = [
    ...named.map(
      ({ in: place, name, required, schema }) =>
        `${quoted(name)}${required ? '' : '?'}: ${schemaType(place === 'query' ? orOneValue(schema) : schema)}`,
    ),
    ...(parameters.some(({ name }) => name === 'if-match') ? ['ifMatch?: string'] : []),
    requestBody
      ? `body${requestBody.required ? '' : '?'}: ${bodyType(requestBody)}`
      : 'body?: never',
  ]
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const hasLink = successes.some(([, { headers }]) => headers && 'link' in headers)
  const data = union(successes.map(([, { content }]) => contentType(content)))
  return `{ input: { ${members.join('; ')} }; data: ${data}${isPaged && hasLink ? '; paged: true' : ''} }`
}

/** A query has no brackets: one value is an array of one element. */
function orOneValue(schema: Schema): Schema {
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
