import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '@landscape/contracts/errors/domain-error'
import { asRecord } from '@landscape/contracts/json'
import { PROBLEM_TYPE, problemContent, problemExamples } from './describe-responses.ts'
import {
  required,
  describeHeaders,
  optional,
  problemHeadersOf,
  SOMETIMES,
  type ResponseHeader,
} from '@landscape/http/route/response-headers'
import { PROBES } from '@landscape/http/request/begin-request'
import { SECURITY_HEADERS } from '@landscape/gateway/site/security-headers'

/** A response in an OpenAPI description. */
export interface Response {
  description: string
  headers?: Readonly<Record<string, unknown>> | undefined
  content?: Readonly<Record<string, unknown>> | undefined
  /** Whether it has the common headers; absent when it always has them. */
  'x-common-headers'?: 'never' | 'sometimes'
}

/** Why the gateway rejects a request; the error of an unparsable message has no code. */
interface Reason {
  code?: ErrorCode
  why?: string
}

/** Errors of the gateway before the route is known, and the failure of any route, by status. */
const ERRORS: Readonly<Record<string, Reason>> = {
  400: { code: 'invalid-input', why: 'malformed or ambiguous request' },
  403: {
    code: 'forbidden',
    why: 'a write by a page of another origin; in development mode, the host name of another machine',
  },
  408: { why: 'the request did not arrive in time' },
  413: { code: 'payload-too-large', why: 'request body too large' },
  414: { code: 'target-too-long' },
  415: { code: 'unsupported-media-type', why: 'compressed request body' },
  417: { why: 'an expectation other than 100-continue' },
  500: { code: 'failed' },
  429: {
    code: 'rate-limited',
    why: 'too many requests per minute, or too many concurrent requests',
  },
  431: { why: 'request headers too large' },
  502: {
    code: 'upstream-unavailable',
    why: 'the service accepted the request but did not return a complete response',
  },
  503: {
    code: 'unavailable',
    why: 'no healthy replica, too many concurrent requests, or no public key to verify tokens',
  },
}

/** Examples of these errors, by code. */
export const ERROR_EXAMPLES = problemExamples(
  Object.values(ERRORS).flatMap(({ code }) => code ?? []),
)

/** Errors of unparsable messages have no gateway headers; for 400 and 413 that depends on the message. */
const NEVER_PARSED: ReadonlySet<string> = new Set(['408', '417', '431'])
const PERHAPS_NOT_PARSED: ReadonlySet<string> = new Set(['400', '413'])

const ON_ALL = required(
  describeHeaders(
    {
      'x-request-id': 'id of the request in the logs: echoed from the request, or a new UUID',
      ...Object.fromEntries(
        Object.entries(SECURITY_HEADERS).map(([name, [, description]]) => [name, description]),
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
    'strict-transport-security': 'use https only; absent in development mode',
    'access-control-allow-origin': 'origin of the web client, for requests of its pages',
    'access-control-allow-credentials': 'whether its requests may carry cookies',
    'access-control-expose-headers': 'response headers that its pages may read',
  },
  {
    'strict-transport-security': String.raw`^max-age=\d+; includeSubDomains$`,
    'access-control-allow-credentials': '^true$',
  },
)
const LIMITS = describeHeaders(
  {
    ratelimit: 'requests left, and seconds until the window ends; absent without a limit',
    'ratelimit-policy': 'maximum number of requests, and length of the window in seconds',
  },
  {
    ratelimit: String.raw`^"minute";r=\d+;t=\d+$`,
    'ratelimit-policy': String.raw`^"minute";q=\d+;w=60$`,
  },
)

const PROBLEM = { $ref: '#/components/schemas/Problem' }

/** Errors that the gateway itself may return, by status. */
const GATEWAY_ERRORS: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(ERRORS).map(([status, { code, why }]) => {
    const response = {
      description: [STATUS_CODES[status], code, why].filter(Boolean).join(': '),
      headers: problemHeadersOf(Number(status)),
      // An unparsable message has no `Accept`.
      content:
        code === undefined
          ? { [PROBLEM_TYPE]: { schema: PROBLEM } }
          : problemContent({
              schema: PROBLEM,
              examples: { [code]: { $ref: `#/components/examples/${code}` } },
            }),
    }
    return [status, response]
  }),
)

/** Headers of every response, except that some errors lack them: see `withPresence`. */
export const COMMON_HEADERS = { ...ON_ALL, ...ON_SOME, ...LIMITS, ...SOMETIMES }

/**
 * A response as the gateway passes it on: its own headers, completed by the common ones of the same name, and in
 * `x-common-headers` whether the others may be absent.
 */
export function withPresence(status: string, response: Response): Response {
  const isPerhaps = PERHAPS_NOT_PARSED.has(status)
  const presence = NEVER_PARSED.has(status) ? 'never' : isPerhaps && 'sometimes'
  const common: Record<string, ResponseHeader> = isPerhaps
    ? optional(COMMON_HEADERS)
    : COMMON_HEADERS
  const { headers: given, ...others } = response
  const headers = Object.entries({ ...given } as Record<string, ResponseHeader>)
    .map(([name, header]) => [name, { ...common[name], ...header }] as const)
    .filter(([name, header]) => presence === 'never' || !isDeepStrictEqual(header, common[name]))
  return {
    ...others,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(presence && { 'x-common-headers': presence }),
  }
}

/** Errors that clients handle by their status: they wait. */
const HANDLED: ReadonlySet<string> = new Set(['429', '503'])

/** Errors of the gateway that clients handle by their status. */
export function handledErrors(path: string): Record<string, Response> {
  const all = Object.entries(GATEWAY_ERRORS).filter(([status]) => HANDLED.has(status))
  return Object.fromEntries(all.filter(([status]) => !(PROBES.has(path) && status === '429')))
}

/** The other errors that every path may return, by status. */
export const OTHER_ERRORS: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(GATEWAY_ERRORS).filter(([status]) => !HANDLED.has(status)),
)

/** One response for several of these, which has them by status in `x-statuses`. */
export function rangeOf(
  responses: Readonly<Record<string, Response>>,
): Response & { 'x-statuses': object } {
  const contents = Object.values(responses).map(({ content }) => content?.[PROBLEM_TYPE])
  const examples: object = Object.assign({}, ...contents.map((one) => asRecord(one)['examples']))
  return {
    description: `Errors of every operation: ${Object.keys(responses).join(', ')}`,
    headers: problemHeadersOf('default'),
    content: problemContent({ schema: PROBLEM, examples }),
    'x-common-headers': 'sometimes',
    'x-statuses': responses,
  }
}
