import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'

/** A response header in an API description. */
export interface Header {
  required?: boolean
  schema?: object
}
type Headers = Readonly<Record<string, Header>>
/** Lower-case names; each of several values is validated. */
export type Sent = Readonly<Record<string, string | string[] | undefined>>

/**
 * Connection and message headers (RFC 9110 §6.6, 7.6.1, 8.6); OpenAPI describes the media type with
 * the body.
 */
const NOT_DESCRIBED = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
])
/** Headers of responses without an operation: preflights, and methods that a path does not support. */
const WITHOUT_OPERATION = new Set([
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-max-age',
  'allow',
])

/**
 * Creates a function that returns how response headers differ from their description: an undescribed
 * header, a missing header or an invalid value; `undefined` when they do not.
 *
 * @param shared the header components of the description
 */
export function createHeaderCheck(ajv: Ajv2020, shared: Headers) {
  const validators = new Map<object, ValidateFunction>()
  const accepts = ({ schema = {} }: Header, value: string | string[]) => {
    const validate = validators.get(schema) ?? ajv.compile(schema)
    validators.set(schema, validate)
    return [value].flat().every((one) => validate(one))
  }
  /**
   * @param described headers of the response; `undefined` without an operation: all shared headers
   * are allowed
   */
  return (sent: Sent, described: Headers | undefined): string | undefined => {
    const headers = described ?? shared
    for (const [name, value] of Object.entries(sent)) {
      if (
        value === undefined ||
        NOT_DESCRIBED.has(name) ||
        (!described && WITHOUT_OPERATION.has(name))
      )
        continue
      const header = headers[name]
      if (!header) return `the undescribed header ${name}`
      if (!accepts(header, value)) return `the invalid header ${name}: ${String(value)}`
    }
    const missing = Object.entries(described ?? {}).find(
      ([name, header]) => header.required === true && sent[name] === undefined,
    )
    return missing && `the missing header ${missing[0]}`
  }
}
