import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@landscape/http/route/route'
import { TAGS } from '@landscape/gateway/site/part-of-description'
import { describeApi } from './describe-api.ts'
import type { Examples } from './examples.ts'
import {
  COMMON_HEADERS,
  ERROR_EXAMPLES,
  handledErrors,
  OTHER_ERRORS,
  rangeOf,
  withPresence,
  type Response,
} from './gateway-responses.ts'
import { refer, shareRepeated, type Components } from './share-parts.ts'

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
    'Every response has the headers in `x-common-headers`, unless a member of that name of the response is ' +
      '`never` or `sometimes`.',
    'One group of operations, with the components that it uses: `/openapi.json?tag=Radar`.',
    'Settings of the operator change details. Without `/api` in `PUBLIC_PREFIXES` the reads below it need a token. ' +
      '`CLIENT_PROFILE=existing` and `COMPATIBILITY_ALIASES` add shapes and paths of the previous system.',
  ]
    .map((line) => `- ${line}`)
    .join('\n'),
  contact: { name: 'Operator of this landscape' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Describes the API of the gateway: all routes, with what the gateway adds to their responses. */
export function composeDescription(routes: readonly Route[], examples: Examples) {
  return throughGateway(describeApi(TITLE, routes, examples))
}

/** Adds the errors and headers of the gateway to a description, and shares what several operations have. */
export function throughGateway(description: ApiDescription) {
  const { schemas, securitySchemes, examples } = description.components ?? {}
  const components: Components = {
    parameters: {},
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
    'x-common-headers': COMMON_HEADERS,
    paths: shareRepeated(Object.fromEntries(paths), components),
    components,
  }
}

/** Responses of the route take precedence over those of the gateway. */
function operationThroughGateway(
  path: string,
  operation: Operation,
  components: Components,
): Operation {
  const others = withHeaderReferences(OTHER_ERRORS, components)
  const all = { ...handledErrors(path), ...operation.responses }
  const own = Object.entries(withHeaderReferences(all, components)).filter(
    ([status, response]) => !isDeepStrictEqual(response, others[status]),
  )
  const [of4XX = {}, of5XX = {}] = ['4', '5'].map((digit) =>
    Object.fromEntries(Object.entries(others).filter(([status]) => status.startsWith(digit))),
  )
  const ranges = withHeaderReferences({ '4XX': rangeOf(of4XX), '5XX': rangeOf(of5XX) }, components)
  // Errors, redirects and 304 are the same in many operations.
  const responses = [...own, ...Object.entries(ranges)].map(([status, response]) => [
    status,
    status.startsWith('2') ? response : refer(components, 'responses', status, response),
  ])
  return { ...operation, responses: Object.fromEntries(responses) }
}

function withHeaderReferences(
  responses: Readonly<Record<string, Response>>,
  components: Components,
): Record<string, Response> {
  const all = Object.entries(responses).map(([status, given]) => {
    const { headers, ...response } = withPresence(status, given)
    const referring = headers && { headers: referToHeaders(headers, components) }
    return [status, { ...response, ...referring }]
  })
  return Object.fromEntries(all) as Record<string, Response>
}

function referToHeaders(headers: Readonly<Record<string, unknown>>, components: Components) {
  const all = Object.entries(headers)
  return Object.fromEntries(
    all.map(([name, header]) => [name, refer(components, 'headers', name, header)]),
  )
}
