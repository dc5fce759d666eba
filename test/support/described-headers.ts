import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'

/** A header of an answer in a description. */
export interface Header {
  $ref?: string
  required?: boolean
  schema?: object
}
type Headers = Readonly<Record<string, Header>>
/** Names are in small letters; of several values each is looked at. */
export type Sent = Readonly<Record<string, string | string[] | undefined>>

/** Of connections and messages (RFC 9110 §6.6, 7.6.1, 8.6); OpenAPI describes the type with the body. */
const OF_HTTP = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
])
/** What only answers have that no operation is asked for: to methods that a path does not take, and to browsers first. */
const UNASKED = new Set([
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-max-age',
  'allow',
])

/**
 * Says in what the headers of an answer differ from what is described of them: one that is not, one that is
 * missing, or a value that is none of its schema; `undefined`: in nothing.
 *
 * @param shared headers that several answers have: the components of the description
 */
export function createHeaderCheck(ajv: Ajv2020, shared: Headers) {
  const validators = new Map<object, ValidateFunction>()
  const accepts = ({ schema = {} }: Header, value: string | string[]) => {
    const validate = validators.get(schema) ?? ajv.compile(schema)
    validators.set(schema, validate)
    return [value].flat().every((one) => validate(one))
  }
  const resolved = ({ $ref, ...own }: Header): Header =>
    $ref === undefined ? own : (shared[$ref.split('/').at(-1) ?? ''] ?? {})

  /** @param described of the answer; `undefined` where no operation is asked for: what any answer may have */
  return (sent: Sent, described: Headers | undefined): string | undefined => {
    const headers = described ?? shared
    for (const [name, value] of Object.entries(sent)) {
      if (value === undefined || OF_HTTP.has(name) || (!described && UNASKED.has(name))) continue
      const header = headers[name]
      if (!header) return `the header ${name}, which is not described`
      if (!accepts(resolved(header), value))
        return `a header ${name} of another form: ${String(value)}`
    }
    const missing = Object.entries(described ?? {}).find(
      ([name, header]) => resolved(header).required === true && sent[name] === undefined,
    )
    return missing && `no header ${missing[0]}`
  }
}
