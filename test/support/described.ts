import { readFileSync } from 'node:fs'
import { asRecord } from '@landscape/contracts'
import { pathOf } from '@landscape/http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createHeaderCheck, type Header, type Sent } from './described-headers.ts'

/** One operation of a description. */
export interface Described {
  parameters?: readonly {
    in: string
    name: string
    schema: { enum?: string[] }
  }[]
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> }
  responses: Readonly<Record<string, Response>>
}

interface Response {
  $ref?: string
  headers?: Readonly<Record<string, Header>>
  content?: Readonly<Record<string, { example?: unknown; examples?: object }>>
}

/** The API description of a gateway, as far as tests read it. */
export interface Description {
  openapi: string
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  components: {
    responses: Readonly<Record<string, Response>>
    headers: Readonly<Record<string, Header>>
    schemas: { Problem: { properties: object } }
  }
}

interface Answer {
  status: number
  headers: Sent
  /** The body, unpacked. */
  text: string
}

/** Whether a test has stored a record in another shape than the described one, which answers then show. */
export type IsOdd = (record: unknown) => boolean

/** Says in what an answer differs from its description; `undefined`: in nothing. */
type FindFault = (method: string, path: string, answer: Answer, isOdd?: IsOdd) => string | undefined

const PROBLEM = 'application/problem+json'

/** The description that the client package is generated from. */
export function readDescription(): Description {
  const file = new URL('../../libs/client/openapi.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Description
}

/** The same routes under other names (`COMPATIBILITY_ALIASES`). */
const ALIAS: readonly [RegExp, string][] = [
  [/^\/copilot\/api\/github\/oauth/, '/assistant/api/scm/oauth'],
  [/^\/copilot\/api/, '/assistant/api'],
]

/**
 * Holds answers against a description: the status, the headers, the media type, and the body by its schema.
 *
 * @returns a function of the request's method and path, which may have a query, and the answer; what is not
 *   described must be refused, but for a preflight, which is about what is.
 */
function createFaultFinder(description: Description): FindFault {
  const ajv = compilerOf(description)
  const validatorOf = createValidators(ajv)
  const templates = Object.keys(description.paths)
    .map((template) => ({ template, pattern: patternOf(template) }))
    // A fixed path goes before one with a parameter in its place.
    .toSorted((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')))

  const findHeaderFault = createHeaderCheck(ajv, description.components.headers)
  const isProblem = validatorOf(['components', 'schemas', 'Problem'])

  /** Of a refusal nothing is somebody else's: programs that act on a member know it from here. */
  const unnamedIn = (problem: object) =>
    Object.keys(problem).find(
      (name) => !Object.hasOwn(description.components.schemas.Problem.properties, name),
    )

  /** What no operation is asked for: another method or path. */
  const faultUnasked = (method: string, { status, headers, text }: Answer) => {
    if (status < 400 && method !== 'OPTIONS') return `${status}, and is not described`
    const fault = findHeaderFault(headers, undefined)
    if (fault) return `${status} with ${fault}`
    const isOther = text === '' || !String(headers['content-type']).includes('json')
    return isOther || isProblem(JSON.parse(text)) ? undefined : `${status} with another body`
  }

  return (method, path, answer, isOdd) => {
    const { status, headers, text } = answer
    const asked = ALIAS.reduce((known, [alias, name]) => known.replace(alias, name), path)
    const target = pathOf(asked)
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    // One slash at the end of the path of a read is as if it were not there, unless it is refused before.
    const isRead = verb === 'get' && status < 300
    const wanted = isRead ? target.replace(/(?<=.)\/$/, '') : target
    const isAsked = ({ template, pattern }: (typeof templates)[number]) =>
      pattern.test(wanted) && description.paths[template]?.[verb] !== undefined
    const template = templates.find(isAsked)?.template ?? ''
    const operation = description.paths[template]?.[verb]
    if (!operation) return faultUnasked(method, answer)
    const key = status in operation.responses ? String(status) : 'default'
    const own = operation.responses[key]
    if (!own) return `${status}, which is not described`
    const referred = own.$ref?.split('/').at(-1) ?? ''
    const { content, headers: described = {} } =
      own.$ref === undefined ? own : (description.components.responses[referred] ?? {})
    const fault = findHeaderFault(headers, described)
    if (fault) return `${status} with ${fault}`
    if (method === 'HEAD') return undefined
    const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? ''
    const isJson = /[/+]json$/.test(type)
    // A text may be empty, as that of no rows is.
    if (text === '' && (isJson || content?.[type] === undefined)) {
      return content ? `${status} without a body` : undefined
    }
    if (content?.[type] === undefined) return `${status} with a body of ${type || 'no type'}`
    if (!isJson) return undefined
    const place =
      own.$ref === undefined
        ? ['paths', template, verb, 'responses', key]
        : ['components', 'responses', referred]
    const validate = validatorOf([...place, 'content', type, 'schema'])
    const body: unknown = JSON.parse(text, isOdd && withoutOdd(isOdd))
    if (isOdd?.(body) || validate(body)) {
      const unnamed = type === PROBLEM && unnamedIn(asRecord(body))
      return unnamed ? `${status} with the member ${unnamed}, which is not described` : undefined
    }
    const [first] = validate.errors ?? []
    return `${status} with a body that ${first?.message} at ${first?.instancePath || 'its root'}`
  }
}

function compilerOf(description: Description): Ajv2020 {
  return createCompiler().addSchema(description, 'api')
}

/** What a description may claim of texts; a format that is not here fails the test. */
const FORMATS = { date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, binary: true } as const

/** Compiles schemas of a description. */
export function createCompiler(): Ajv2020 {
  const fail = (message: unknown) => {
    throw new Error(String(message))
  }
  const logger = { log: fail, warn: fail, error: fail }
  return new Ajv2020({ strict: false, formats: FORMATS, logger })
}

/** Compiles the schema at a place of a description. */
function createValidators(ajv: Ajv2020) {
  return (place: readonly string[]): ValidateFunction => {
    const validate = ajv.getSchema(`api#${pointerTo(place)}`)
    if (!validate) throw new Error(`nothing is described at ${pointerTo(place)}`)
    return validate
  }
}

/** Tells whether what would be sent to an operation is as it is described. */
export function createBodyCheck(description: Description) {
  const validatorOf = createValidators(compilerOf(description))
  return (path: string, method: string, body: unknown): boolean =>
    validatorOf(['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'])(
      body,
    )
}

function withoutOdd(isOdd: IsOdd) {
  return (_key: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((element) => !isOdd(element)) : value
}

const finders = new WeakMap<Description, FindFault>()
let usual: Description | undefined

/**
 * Holds an answer against a description, but for odd records.
 *
 * @param description the one that the client package is generated from, unless another is said
 * @throws Error that says in what it differs
 */
export function assertDescribed(
  method: string,
  path: string,
  answer: Answer,
  {
    isOdd,
    description = (usual ??= readDescription()),
  }: { isOdd?: IsOdd | undefined; description?: Description | undefined } = {},
): void {
  const findFault = finders.get(description) ?? createFaultFinder(description)
  finders.set(description, findFault)
  const fault = findFault(method, path, answer, isOdd)
  if (fault) throw new Error(`${method} ${path} answers ${fault}`)
}

function patternOf(template: string): RegExp {
  const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function pointerTo(segments: readonly string[]): string {
  return segments
    .map((segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')
}
