import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@landscape/http/route/route'
import { describeApi } from './describe-api.ts'
import {
  gatewayErrors,
  ERROR_EXAMPLES,
  withGatewayHeaders,
  type Response,
} from './gateway-responses.ts'

/** The members of an operation that the gateway changes. */
interface Operation {
  responses?: Readonly<Record<string, Response>> | undefined
}

type Method = 'get' | 'post' | 'put' | 'delete'
type Kind = 'schemas' | 'responses' | 'headers' | 'examples' | 'securitySchemes'

/** The parts of an OpenAPI description to which the gateway adds something. */
export interface ApiDescription {
  paths?: Readonly<Record<string, Partial<Record<Method, Operation>>>> | undefined
  components?: Readonly<Partial<Record<Kind, Readonly<Record<string, unknown>>>>> | undefined
}

const TITLE = 'Technology landscape'

/** The groups of operations, in reading order. */
const TAGS = {
  Projects: 'The registry of projects and their technologies.',
  Landscape: 'Projects, directorates and banners for pages.',
  Repositories: 'Statistics and languages of repositories.',
  Radar: 'The technology radar: current state, past states and changes.',
  Technologies: 'Technologies with their uses, differences from the radar, and search.',
  Administration: 'Banners, technology lists and technology names.',
  History: 'Changes with their authors, and how to revert them.',
  'Assistant usage': 'Usage of code assistants, by organisation and team.',
  'Source-control sign-in':
    'The session at the source-control host, which shows the teams of a user.',
  Caller: 'The identity of the caller, and logout.',
  Pages: 'Pages for browsers.',
  Health: 'Liveness and readiness.',
  Reference: 'This description and its page.',
} as const

const INFO = {
  version: '1',
  summary: 'Projects, their technologies, and how both change.',
  description: [
    'Find out which projects use a technology, what the radar recommends, and where the two ' +
      'differ; edit both.',
    'Begin with [a search](/api/search?q=angular), ' +
      '[one technology](/api/technologies/angular) and ' +
      '[what drifts](/api/drift?kind=on-hold-in-use).',
    'To sign in, send an ID token of the identity provider: `Authorization: Bearer …`. ' +
      'Most reads need none, and neither does development mode.',
    'Errors are `application/problem+json` (RFC 9457): `error` is the message, `type` is the ' +
      'path of its explanation. Browsers get a page.',
    'Reads have an `ETag`: send it as `If-None-Match` and an unchanged document is a 304 without a body.',
    'Edits accept that `ETag` as `If-Match` and return 412 if somebody else edited in the ' +
      'meantime. Without it the edit applies to the newest version.',
    'Lists are complete unless `limit` is given; `Link` with `rel="next"` has the address of the next page.',
    'Responses are JSON. Lists of rows are also CSV and NDJSON: by `Accept: text/csv`, or by ' +
      '`?format=csv` in a link.',
    'Records may have more members than their schema, and other shapes if another program ' +
      'stored them: validate what you read.',
    '`X-Request-Id` identifies a request in the logs. `RateLimit` has the requests left; ' +
      '`Warning` marks a copy from before a failure of the store.',
    'Settings of the operator change details. Without `/api` in `PUBLIC_PREFIXES` the reads below it need a token. ' +
      '`CLIENT_PROFILE=existing` and `COMPATIBILITY_ALIASES` add shapes and paths of the previous system.',
  ]
    .map((line) => `- ${line}`)
    .join('\n'),
  contact: { name: 'Operator of this landscape' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Describes the API of the gateway: all routes, with what the gateway adds to their responses. */
export function composeDescription(routes: readonly Route[]) {
  return throughGateway(describeApi(TITLE, routes))
}

/** Adds the errors and headers of the gateway to a description. */
export function throughGateway(description: ApiDescription) {
  const { schemas, securitySchemes, examples } = description.components ?? {}
  const components: Components = {
    responses: {},
    headers: {},
    examples: { ...examples, ...ERROR_EXAMPLES },
    ...(schemas && { schemas: { ...schemas } }),
    ...(securitySchemes && { securitySchemes: { ...securitySchemes } }),
  }
  const paths = Object.entries(description.paths ?? {}).map(([path, operations]) => {
    const described = Object.entries(operations).map(([method, operation]) => [
      method,
      operationThroughGateway(path, operation, components),
    ])
    return [path, Object.fromEntries(described) as Partial<Record<Method, Operation>>] as const
  })
  return {
    openapi: '3.1.0',
    info: { title: TITLE, ...INFO },
    servers: [{ url: '/', description: 'this gateway' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components,
  }
}

type Components = Record<string, Record<string, unknown>>

/** Responses of the route take precedence over those of the gateway. */
function operationThroughGateway(
  path: string,
  operation: Operation,
  components: Components,
): Operation {
  const all = Object.entries({ ...gatewayErrors(path), ...operation.responses }).map(
    ([status, given]) => {
      const described = withGatewayHeaders(status, given, path)
      const headers = Object.entries(described.headers ?? {}).map(([name, header]) => [
        name,
        refer(components, 'headers', name, header),
      ])
      const response = { ...described, headers: Object.fromEntries(headers) }
      const isError = !/^[23]/.test(status)
      return [
        status,
        isError ? refer(components, 'responses', nameOf(described), response) : response,
      ]
    },
  )
  return { ...operation, responses: Object.fromEntries(all) }
}

/** Adds a part to the components once; returns a reference. A different part of that name gets a number. */
function refer(components: Components, kind: 'headers' | 'responses', name: string, part: unknown) {
  const parts = (components[kind] ??= {})
  for (let number = 1; ; number++) {
    const key = number === 1 ? name : `${name}.${number}`
    const existing = (parts[key] ??= part)
    if (isDeepStrictEqual(existing, part)) return { $ref: `#/components/${kind}/${key}` }
  }
}

/** The name of an error response, from its status and codes: `Forbidden.forbidden`. */
function nameOf({ description }: Response): string {
  const [title = '', reasons = ''] = description.split(': ')
  return [title, ...reasons.split(', ').filter((code) => /^[a-z-]+$/.test(code))]
    .join('.')
    .replaceAll(' ', '')
}
