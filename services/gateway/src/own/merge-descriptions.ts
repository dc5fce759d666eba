import { STATUS_CODES } from 'node:http'
import { problemHeadersOf, textHeaders } from '@landscape/http'
import { PROBES } from '../limit/caller-limits.ts'

type Operation = Readonly<Record<string, unknown>> & {
  responses?: Readonly<Record<string, unknown>>
  requestBody?: unknown
}

/** The parts of an OpenAPI description that services differ in. */
export interface ApiDescription {
  openapi: string
  info: { title: string; version: string }
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The groups of operations, in the order in which a newcomer would read them. */
const TAGS = {
  Projects: 'Who builds what, with which technologies: the registry.',
  Landscape: 'What pages show of all projects, directorates and banners.',
  Repositories: 'What the repositories say: numbers and languages.',
  Radar: 'The technology radar: as it is, as it was, and how it changes.',
  Administration: 'Banners, technology lists and names of technologies.',
  History: 'Who changed what, and taking it back.',
  'Assistant usage': 'How code assistants are used, by the organisation and by teams.',
  'Source-control sign-in':
    'The session at the source-control host, which shows what teams one is in.',
  Caller: 'Who calls, and the way out.',
  Pages: 'For people with a browser.',
  Health: 'Whether it runs.',
  Reference: 'This description, and the page that shows it.',
} as const

const INFO = {
  version: '1',
  summary: 'Who builds what, with which technologies, and how both change.',
  description:
    'Every answer but for pages and what they load, pictures, feeds, and rows that are asked for as CSV or NDJSON, is ' +
    'JSON; a refusal is an `application/problem+json` (RFC 9457) with its text in `error`. A method that a path does not take ' +
    'is answered with 405, and `Allow` names those that it takes. Every answer has an `X-Request-Id`, that of the request where it ' +
    'has one, and says in `RateLimit` how many requests are left. A copy that is shown while the store is away says so in `Warning`, ' +
    'and in `Age` for how many seconds it has not been compared. `Content-Security-Policy`, `X-Frame-Options` and the like tell browsers ' +
    'to do nothing with an answer but show it.',
  contact: { name: 'Whoever runs this landscape' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/** What the gateway answers before anybody looks at the route, by status and why. */
const BEFORE: Readonly<Record<number, string>> = {
  400: 'what two readers could understand differently; no HTTP',
  403: 'forbidden: an edit by a page of another site; in development, a host name that is not of this machine',
  408: 'what does not come in time',
  414: 'target-too-long',
  429: 'rate-limited: too many requests in a minute, or at once',
  431: 'headers that are too large',
  502: 'upstream-unavailable: the service took the request and gave no whole answer',
  503: 'unavailable: no replica answers, too much is under way, or no key is there to check tokens',
}
const RATE_LIMIT = {
  ratelimit: 'how many requests are left, and for how long',
  'ratelimit-policy': 'how many requests there may be in how many seconds',
}
/** What the gateway says of every answer, also of those that services give. */
const HEADERS = {
  'x-request-id': 'by which the log knows the request; a UUID, or what the request said',
  ...RATE_LIMIT,
}

/** The gateway asks somebody else then. */
const ONLY_WITHIN = { status: '421', code: 'misdirected' }

/**
 * One description of all that can be reached through the gateway, with what it answers itself. Schemas
 * that services share have one name and one shape, so the first description that holds one is as good
 * as any.
 */
export function mergeDescriptions(title: string, descriptions: readonly ApiDescription[]) {
  const paths: Record<string, Record<string, Operation>> = {}
  const components: Record<string, Record<string, unknown>> = {
    responses: gatewayResponses(),
    headers: textHeaders(HEADERS),
  }
  for (const description of descriptions) {
    for (const [path, operations] of Object.entries(description.paths ?? {})) {
      paths[path] = Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          throughGateway(operation, PROBES.has(path)),
        ]),
      )
    }
    for (const [kind, parts] of Object.entries(description.components ?? {})) {
      components[kind] = { ...parts, ...components[kind] }
    }
  }
  delete components['examples']?.[ONLY_WITHIN.code]
  return {
    openapi: '3.1.0',
    info: { title, ...INFO },
    servers: [{ url: '/', description: 'this gateway' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components,
  }
}

/**
 * What a route says of a status goes before what the gateway says of it.
 * @param isUncounted whether no limit counts its requests
 */
function throughGateway(operation: Operation, isUncounted: boolean): Operation {
  const headers = Object.keys(HEADERS).filter((name) => !(isUncounted && name in RATE_LIMIT))
  const referred = Object.keys(BEFORE)
    .filter((status) => !(isUncounted && status === '429'))
    .map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])
  const { [ONLY_WITHIN.status]: _within, ...answered } = operation.responses ?? {}
  const own = Object.entries(answered).map(([status, response]) => {
    const said = response as { headers?: object }
    return [status, { ...said, headers: { ...said.headers, ...referencesTo(headers) } }]
  })
  return { ...operation, responses: Object.fromEntries([...referred, ...own]) }
}

function referencesTo(headers: readonly string[]): object {
  return Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function gatewayResponses(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(BEFORE).map(([status, reasons]) => {
      const response = {
        description: `${STATUS_CODES[status]}: ${reasons}`,
        headers: {
          ...textHeaders(problemHeadersOf(Number(status))),
          ...referencesTo(Object.keys(HEADERS)),
        },
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      }
      return [nameOf(status), response]
    }),
  )
}

function nameOf(status: string): string {
  return `Gateway${status}`
}
