import { readFileSync } from 'node:fs'

export type Json = Readonly<Record<string, unknown>>

const file = new URL('../../libs/client/openapi.json', import.meta.url)
const description = JSON.parse(readFileSync(file, 'utf8')) as Json

/** A value as an object; without members when it is none. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Follows the references of a part of the description. */
export function resolved(value: unknown): Json {
  const { $ref } = asObject(value)
  if (typeof $ref !== 'string') return asObject(value)
  const path = $ref.slice(2).split('/')
  return resolved(path.reduce<unknown>((part, name) => asObject(part)[name], description))
}

/** The schema of a component. */
export const component = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
  /** Values that the description names. */
  examples: readonly string[]
}

export interface Operation {
  method: string
  path: string
  access: string
  parameters: readonly Parameter[]
  /** Schema of the JSON body. */
  body: Json | undefined
  bodyExamples: readonly unknown[]
}

const METHODS = new Set(['get', 'post', 'put', 'delete', 'patch'])

export const operations: readonly Operation[] = Object.entries(
  asObject(description['paths']),
).flatMap(([path, methods]) =>
  Object.entries(asObject(methods))
    .filter(([method]) => METHODS.has(method))
    .map(([method, operation]) => operationOf(method, path, asObject(operation))),
)

function operationOf(method: string, path: string, operation: Json): Operation {
  const content = asObject(asObject(operation['requestBody'])['content'])
  const json = asObject(content['application/json'])
  const named = Object.values(asObject(json['examples'])).map((one) => resolved(one)['value'])
  return {
    method,
    path,
    access: String(operation['x-access']),
    parameters: asList(operation['parameters']).map(parameterOf),
    body: 'schema' in json ? asObject(json['schema']) : undefined,
    bodyExamples: [json['example'], ...named].filter((example) => example !== undefined),
  }
}

function parameterOf(described: unknown): Parameter {
  const { name, in: place, required, schema, example } = resolved(described)
  const known = resolved(schema)
  const values = [example, ...asList(known['examples']), ...asList(known['enum']), known['const']]
  return {
    name: String(name),
    in: String(place),
    required: required === true,
    schema: known,
    examples: values.filter((value) => value !== undefined && value !== null).map(String),
  }
}
