import { readFileSync } from 'node:fs'
import { asRecord } from '@landscape/contracts/json'
import { pathOf } from '@landscape/http/request/request-target'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expanded } from '../../tools/client/expanded.ts'
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
  headers?: Readonly<Record<string, Header>>
  content?: Readonly<Record<string, { example?: unknown; examples?: object }>>
}

/** The members of a gateway's API description that tests read. */
export interface Description {
  openapi: string
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  'x-common-headers': Readonly<Record<string, Header>>
  components: {
    headers: Readonly<Record<string, Header>>
    schemas: { Problem: { properties: object } }
  }
}

interface ClientResponse {
  status: number
  headers: Sent
  /** The decompressed body. */
  text: string
}

/** Returns whether a record is one that a test stored malformed on purpose. */
export type IsMalformed = (record: unknown) => boolean

/** Returns how a response differs from its description; `undefined` when it does not. */
type FindFault = (
  method: string,
  path: string,
  response: ClientResponse,
  isMalformed?: IsMalformed,
) => string | undefined

const PROBLEM = 'application/problem+json'

/** The committed description, with each operation complete. */
export function readDescription(): Description {
  return expanded(readCommitted())
}

/** The committed file as it is. */
export function readCommitted(): Description {
  const file = new URL('../../libs/client/openapi.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Description
}

/** The same routes under other names (`COMPATIBILITY_ALIASES`). */
const ALIAS: readonly [RegExp, string][] = [
  [/^\/copilot\/api\/github\/oauth/, '/assistant/api/scm/oauth'],
  [/^\/copilot\/api/, '/assistant/api'],
  [/^\/mcp\/(?=$|\?)/, '/mcp'],
]

/**
 * Creates a function that validates status, headers, media type and body of a response against a description.
 *
 * A request without an operation must be rejected, except a preflight.
 */
function createFaultFinder(description: Description): FindFault {
  const ajv = compilerOf(description)
  const validatorOf = createValidators(ajv)
  const templates = Object.keys(description.paths)
    .map((template) => ({ template, pattern: patternOf(template) }))
    // A literal path wins over a parameter.
    .toSorted((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')))

  const findHeaderFault = createHeaderCheck(ajv, {
    ...description['x-common-headers'],
    ...description.components.headers,
  })
  const isProblem = validatorOf(['components', 'schemas', 'Problem'])

  /** Problem details allow extension members; clients may use only described ones. */
  const undescribedMember = (problem: object) =>
    Object.keys(problem).find(
      (name) => !Object.hasOwn(description.components.schemas.Problem.properties, name),
    )

  /** Validates the response to a request without an operation. */
  const faultWithoutOperation = (method: string, { status, headers, text }: ClientResponse) => {
    if (status < 400 && method !== 'OPTIONS') return `${status}, which is not described`
    const fault = findHeaderFault(headers, undefined)
    if (fault) return `${status} with ${fault}`
    const isJson = text !== '' && String(headers['content-type']).includes('json')
    return isJson && !isProblem(JSON.parse(text)) ? `${status} with an undescribed body` : undefined
  }

  return (method, path, response, isMalformed) => {
    const { status, headers, text } = response
    const target = pathOf(ALIAS.reduce((known, [alias, name]) => known.replace(alias, name), path))
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    // A read ignores one trailing slash of its path.
    const isRead = verb === 'get' && status < 300
    const wanted = isRead ? target.replace(/(?<=.)\/$/, '') : target
    const isRequested = ({ template, pattern }: (typeof templates)[number]) =>
      pattern.test(wanted) && description.paths[template]?.[verb] !== undefined
    const template = templates.find(isRequested)?.template ?? ''
    const operation = description.paths[template]?.[verb]
    if (!operation) return faultWithoutOperation(method, response)
    const key = status in operation.responses ? String(status) : 'default'
    const own = operation.responses[key]
    if (!own) return `${status}, which is not described`
    const { content, headers: described = {} } = own
    const fault = findHeaderFault(headers, described)
    if (fault) return `${status} with ${fault}`
    if (method === 'HEAD') return undefined
    const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? ''
    const isJson = /[/+]json$/.test(type)
    // A CSV response without rows has an empty body.
    if (text === '' && (isJson || content?.[type] === undefined)) {
      return content ? `${status} without a body` : undefined
    }
    if (content?.[type] === undefined) return `${status} with a body of ${type || 'no type'}`
    if (!isJson) return undefined
    const responsePath = ['paths', template, verb, 'responses', key, 'content', type]
    const validate = validatorOf([...responsePath, 'schema'])
    const body: unknown = JSON.parse(text, isMalformed && withoutMalformed(isMalformed))
    if (isMalformed?.(body) || validate(body)) {
      const unnamed = type === PROBLEM && undescribedMember(asRecord(body))
      return unnamed ? `${status} with the member ${unnamed}, which is not described` : undefined
    }
    const [first] = validate.errors ?? []
    return `${status} with a body that ${first?.message} at ${first?.instancePath || 'its root'}`
  }
}

function compilerOf(description: Description): Ajv2020 {
  return createCompiler().addSchema(description, 'api')
}

/** String formats of descriptions; an unknown format fails the test. */
const FORMATS = { date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, binary: true } as const

/** Compiles schemas of a description. */
export function createCompiler(): Ajv2020 {
  const fail = (message: unknown) => {
    throw new Error(String(message))
  }
  const logger = { log: fail, warn: fail, error: fail }
  return new Ajv2020({ strict: false, formats: FORMATS, logger })
}

/** Creates a function that compiles the schema at a path of a description. */
function createValidators(ajv: Ajv2020) {
  return (path: readonly string[]): ValidateFunction => {
    const validate = ajv.getSchema(`api#${pointerTo(path)}`)
    if (!validate) throw new Error(`nothing is described at ${pointerTo(path)}`)
    return validate
  }
}

/** Creates a function that returns whether a request body matches its description. */
export function createBodyCheck(description: Description) {
  const validatorOf = createValidators(compilerOf(description))
  return (path: string, method: string, body: unknown): boolean =>
    validatorOf(['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'])(
      body,
    )
}

function withoutMalformed(isMalformed: IsMalformed) {
  return (_key: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((element) => !isMalformed(element)) : value
}

let findFault: FindFault | undefined

/**
 * Validates a response against the description, except its malformed records.
 *
 * @throws Error with the difference
 */
export function assertDescribed(
  method: string,
  path: string,
  response: ClientResponse,
  { isMalformed }: { isMalformed?: IsMalformed | undefined } = {},
): void {
  findFault ??= createFaultFinder(readDescription())
  const fault = findFault(method, path, response, isMalformed)
  if (fault) throw new Error(`${method} ${path} returned ${fault}`)
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
