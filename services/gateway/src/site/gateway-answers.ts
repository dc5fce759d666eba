import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '@landscape/errors'
import {
  always,
  describeHeaders,
  optional,
  problemContent,
  problemExamples,
  problemHeadersOf,
  PROBES,
  type AnswerHeader,
} from '@landscape/http'
import { SECURITY_HEADERS } from './security-headers.ts'

/** An answer in a description. */
export interface Response {
  description: string
  headers?: Readonly<Record<string, unknown>> | undefined
  content?: Readonly<Record<string, unknown>> | undefined
}

/** Why the gateway refuses, in the code of the refusal and in words; what never becomes a request has no code. */
interface Reason {
  code?: ErrorCode
  why?: string
}

/** What the gateway answers before anybody looks at the route, by status and why. */
const BEFORE: Readonly<Record<string, Reason>> = {
  400: { code: 'invalid-input', why: 'what two readers could understand differently; no HTTP' },
  403: {
    code: 'forbidden',
    why: 'a write by a page of another origin; in development, a host name that is not of this machine',
  },
  408: { why: 'what does not come in time' },
  413: { code: 'payload-too-large', why: 'more of a body than the route takes' },
  414: { code: 'target-too-long' },
  415: { code: 'unsupported-media-type', why: 'a body that is compressed' },
  417: { why: 'an expectation other than 100-continue' },
  429: { code: 'rate-limited', why: 'too many requests in a minute, or at once' },
  431: { why: 'headers that are too large' },
  502: {
    code: 'upstream-unavailable',
    why: 'the service took the request and gave no whole answer',
  },
  503: {
    code: 'unavailable',
    why: 'no replica answers, too much is under way, or no key is there to check tokens',
  },
}
/** Also of a path that a setting has closed, whatever its route says. */
const CLOSED: Readonly<Record<string, Reason>> = { 401: { code: 'unauthenticated' } }

/** What these refusals look like, by code. */
export const EXAMPLES_BEFORE = problemExamples(
  [],
  Object.values({ ...BEFORE, ...CLOSED }).flatMap(({ code }) => code ?? []),
)

/** What never becomes a request has no headers of one; of 400 and 413 that is so of some. */
const NO_REQUEST: ReadonlySet<string> = new Set(['408', '417', '431'])
const PERHAPS_NO_REQUEST: ReadonlySet<string> = new Set(['400', '413'])

const ON_ALL = always(
  describeHeaders(
    {
      'x-request-id': 'by which the log knows the request; a UUID, or what the request said',
      ...Object.fromEntries(
        Object.entries(SECURITY_HEADERS).map(([name, [, said]]) => [name, said]),
      ),
    },
    {
      'x-request-id': String.raw`^[\w.:-]{8,128}$`,
      'x-content-type-options': '^nosniff$',
      'x-frame-options': '^DENY$',
      'cross-origin-resource-policy': '^(same-site|cross-origin)$',
    },
  ),
)
const ON_SOME = describeHeaders(
  {
    'strict-transport-security': 'to come by https only; outside development',
    'access-control-allow-origin': 'the web client, where its page asks',
    'access-control-allow-credentials': 'that it may send cookies',
    'access-control-expose-headers': 'which headers of the answer it may read',
  },
  {
    'strict-transport-security': String.raw`^max-age=\d+; includeSubDomains$`,
    'access-control-allow-credentials': '^true$',
  },
)
const LIMITS = describeHeaders(
  {
    ratelimit: 'how many requests are left, and for how long; where they are limited',
    'ratelimit-policy': 'how many requests there may be in how many seconds',
  },
  {
    ratelimit: String.raw`^"minute";r=\d+;t=\d+$`,
    'ratelimit-policy': String.raw`^"minute";q=\d+;w=60$`,
  },
)

/** The answer of a route with the headers that the gateway puts on it. What the route says of one goes before. */
export function withGatewayHeaders(status: string, response: Response, path: string): Response {
  if (NO_REQUEST.has(status)) return response
  const own = { ...response.headers } as Record<string, AnswerHeader>
  const onAll = PERHAPS_NO_REQUEST.has(status) ? optional(ON_ALL) : ON_ALL
  const put = { ...onAll, ...ON_SOME, ...(!PROBES.has(path) && LIMITS) }
  const both = Object.entries(own).map(([name, header]) => [name, { ...put[name], ...header }])
  return { ...response, headers: { ...put, ...Object.fromEntries(both) } }
}

/**
 * What the gateway may answer a request for a path itself, by status.
 *
 * @param isClosed whether a setting demands that the caller has signed in
 */
export function answersBefore(path: string, isClosed: boolean): Record<string, Response> {
  const all = Object.entries({ ...BEFORE, ...(isClosed && CLOSED) })
  return Object.fromEntries(
    all.flatMap(([status, { code, why }]) => {
      if (PROBES.has(path) && status === '429') return []
      const schema = { $ref: '#/components/schemas/Problem' }
      const response = {
        description: [STATUS_CODES[status], code, why].filter(Boolean).join(': '),
        headers: problemHeadersOf(Number(status)),
        // What never becomes a request says no preference.
        content:
          code === undefined
            ? { 'application/problem+json': { schema } }
            : problemContent({
                schema,
                examples: { [code]: { $ref: `#/components/examples/${code}` } },
              }),
      }
      return [[status, response]]
    }),
  )
}
