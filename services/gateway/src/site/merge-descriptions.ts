import { isDeepStrictEqual } from 'node:util'
import { securityWithToken, type Security } from '@landscape/http'
import {
  answersBefore,
  EXAMPLES_BEFORE,
  withGatewayHeaders,
  type Response,
} from './gateway-answers.ts'

/** What the gateway alters of an operation; the rest of one stays as it is. */
interface Operation {
  security?: Security | undefined
  responses?: Readonly<Record<string, Response>> | undefined
}

type Method = 'get' | 'post' | 'put' | 'delete'
type Kind = 'schemas' | 'responses' | 'headers' | 'examples' | 'securitySchemes'

/** The parts of an OpenAPI description that services differ in. */
export interface ApiDescription {
  openapi: string
  info: { title: string; version: string }
  paths?: Readonly<Record<string, Partial<Record<Method, Operation>>>> | undefined
  components?: Readonly<Partial<Record<Kind, Readonly<Record<string, unknown>>>>> | undefined
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
    'JSON; a refusal is an `application/problem+json` (RFC 9457) with its text in `error`, or a page for clients whose `Accept` prefers HTML, as browsers do. A method that a path does not take ' +
    'is answered with 405, and `Allow` names those that it takes. Every answer to what is a request has an `X-Request-Id`, that of the request ' +
    'where it has one, and says in `RateLimit` how many requests are left where they are limited, which they are not in development. A request may say in `traceparent` (W3C Trace Context) to which trace it belongs. A copy that is shown while the store is away says so in `Warning`, ' +
    'and in `Age` for how many seconds it has not been compared. `Content-Security-Policy`, `X-Frame-Options` and the like tell browsers ' +
    'to do nothing with an answer but show it. Shapes are those that are documented and that clients should ' +
    'send; other members may be there. What another program has stored in another shape, and a section of a project that a client sends ' +
    'in one, is kept, and answered as it is: clients look before they read. `npm run store -- inspect` tells whoever runs this where such records are.',
  contact: { name: 'Whoever runs this landscape' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The gateway asks somebody else then. */
const ONLY_WITHIN = { status: '421', code: 'misdirected' }

/**
 * One description of all that can be reached through the gateway, with what it answers itself. Schemas
 * that services share have one name and one shape, so the first description that holds one is as good
 * as any.
 *
 * @param isClosed whether a setting demands for a path that the caller has signed in
 */
export function mergeDescriptions(
  title: string,
  descriptions: readonly ApiDescription[],
  isClosed: (path: string) => boolean = () => false,
) {
  const paths: Record<string, Record<string, Operation>> = {}
  const components: Components = { responses: {}, headers: {}, examples: { ...EXAMPLES_BEFORE } }
  for (const description of descriptions) {
    for (const [path, operations] of Object.entries(description.paths ?? {})) {
      paths[path] = Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          throughGateway(operation, { path, isClosed: isClosed(path) }, components),
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

type Components = Record<string, Record<string, unknown>>

/** What a route says of a status goes before what the gateway says of it. */
function throughGateway(
  operation: Operation,
  { path, isClosed }: { path: string; isClosed: boolean },
  components: Components,
): Operation {
  const { [ONLY_WITHIN.status]: _within, ...own } = operation.responses ?? {}
  const all = Object.entries({ ...answersBefore(path, isClosed), ...own }).map(([status, said]) => {
    const whole = withGatewayHeaders(status, said, path)
    const headers = Object.entries(whole.headers ?? {}).map(([name, header]) => [
      name,
      refer(components, 'headers', name, header),
    ])
    const response = { ...whole, headers: Object.fromEntries(headers) }
    const isRefusal = !/^[23]/.test(status)
    return [status, isRefusal ? refer(components, 'responses', nameOf(whole), response) : response]
  })
  return {
    ...operation,
    ...(isClosed && { security: securityWithToken(operation.security) }),
    responses: Object.fromEntries(all),
  }
}

/** Says a part once, among the components, and refers to it; another part of that name gets a number. */
function refer(components: Components, kind: 'headers' | 'responses', name: string, part: unknown) {
  const parts = (components[kind] ??= {})
  for (let number = 1; ; number++) {
    const key = number === 1 ? name : `${name}.${number}`
    const known = (parts[key] ??= part)
    if (isDeepStrictEqual(known, part)) return { $ref: `#/components/${kind}/${key}` }
  }
}

/** A refusal is named for its status and the codes of its reasons: `Forbidden.forbidden`. */
function nameOf({ description }: Response): string {
  const [title = '', reasons = ''] = description.split(': ')
  return [title, ...reasons.split(', ').filter((code) => /^[a-z-]+$/.test(code))]
    .join('.')
    .replaceAll(' ', '')
}
