import { STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import { z } from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import {
  describeHeaders,
  problemHeadersOf,
  replyHeadersOf,
} from '@landscape/http/route/response-headers'
import { codesOf } from '@landscape/http/route/declared'
import { MAX_SHOWN, statusOf, toProblem } from '@landscape/http/errors/problem'
import type { Example } from './examples.ts'
import type { Route } from '@landscape/http/route/route'

const JSON_TYPE = 'application/json'
const HTML_TYPE = 'text/html'
const HTML_EXAMPLE = '<!doctype html>…'
export const PROBLEM_TYPE = 'application/problem+json'
const EXAMPLE_IDS = {
  requestId: 'b3f0be1f-22b6-4cec-b73a-08250ff942f8',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
}
const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    error: z.string().meta({ description: 'the message, for existing clients' }),
    message: z.string().meta({ description: 'the message, for other existing clients' }),
    requestId: z.string(),
    traceId: z.string().meta({
      description: 'trace ID of the request (W3C Trace Context)',
    }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description: 'JSON pointer into the body, or a slash and the name of a parameter',
            examples: ['/entries/17/timeline/0/ringId'],
          }),
          detail: z.string().meta({
            description: 'why the value is invalid; never the value',
            examples: ['is not a ring of this radar; rings are adopt, trial, assess, hold'],
          }),
        }),
      )
      .max(MAX_SHOWN.errors)
      .optional()
      .meta({ description: 'the invalid parts of the request, for a validation error' }),
    conflicts: z
      .array(z.looseObject({}))
      .optional()
      .meta({
        description:
          'Conflicting changes. Undo: each `path` with its later `changes`. ' +
          'Save of the radar: each entry by `id`, with `yours` and `theirs`.',
      }),
    similar: z
      .array(z.string())
      .optional()
      .meta({ description: 'names that resemble an unknown one, the most similar first' }),
    lookAlikes: z
      .array(
        z.object({
          name: z.string(),
          slug: z.string(),
          ring: z.string().nullable(),
          reason: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'technologies whose names look like an unknown one, with the reason' }),
    links: z
      .array(z.object({ text: z.string(), href: z.string() }))
      .optional()
      .meta({ description: 'pages that the caller may have meant, the most similar first' }),
    merges: z
      .array(z.looseObject({}))
      .optional()
      .meta({
        description:
          'aliases that are technologies of their own: each `alias` with the `name` of the ' +
          'technology that it would become, and its `ring`',
      }),
    logoutUrl: z.string().optional().meta({
      description: 'URL that ends the session, for a browser whose token is invalid',
    }),
    retryAfter: z.string().optional().meta({ description: 'human-readable waiting time' }),
    response: z
      .string()
      .optional()
      .meta({ description: 'the message, for clients that read this member' }),
  })
  .meta({ id: 'Problem' })

/** Describes the responses of a route, by status. */
export function describeResponses(route: Route, examples: Example = {}): ZodOpenApiResponsesObject {
  const { status: success = 200, reply: schema, others = {}, problemHeaders = {} } = route
  const { mediaType = JSON_TYPE } = route
  const example = examples.reply ?? (mediaType === HTML_TYPE ? HTML_EXAMPLE : undefined)
  const described: ZodOpenApiResponsesObject = {
    [keyOf(success)]: {
      description: STATUS_CODES[success] ?? 'Success',
      headers: replyHeadersOf(route),
      ...(!hasNoBody(schema) && {
        content: {
          [mediaType]: { schema, ...(example !== undefined && { example }) },
          ...otherContent(route, examples),
        },
      }),
    },
  }
  if (route.conditional === 'read') {
    described['304'] = {
      description: 'Not Modified: the client has the current version',
      headers: replyHeadersOf(route),
    }
  }
  const codes = codesByStatus(codesOf(route))
  const statuses = new Set([...codes.keys(), ...Object.keys(others).map(Number)])
  for (const status of statuses) {
    const reasons = codes.get(status)
    const title = STATUS_CODES[status] ?? 'Error'
    const other = others[status]
    described[keyOf(status)] = {
      description: reasons ? `${title}: ${reasons.join(', ')}` : title,
      headers: {
        ...problemHeadersOf(status, other && route),
        ...describeHeaders(problemHeaders[status] ?? {}),
      },
      ...(!(other && hasNoBody(other)) && {
        content: {
          ...(reasons && problemContent({ schema: Problem, examples: examplesOf(reasons) })),
          ...(other && { [JSON_TYPE]: { schema: other } }),
        },
      }),
    }
  }
  // A client that follows redirects sees the response of another path, of any status.
  if (success >= 300) {
    described.default = {
      description: 'Any other error',
      headers: problemHeadersOf('default'),
      content: problemContent({ schema: Problem }),
    }
  }
  return described
}

/** The content of an error by media type: problem details, and a page for clients that prefer HTML. */
export function problemContent<T extends object>(details: T) {
  return {
    [PROBLEM_TYPE]: details,
    [HTML_TYPE]: { schema: { type: 'string' as const }, example: HTML_EXAMPLE },
  }
}

/** Problem details of each error, by code. */
export function problemExamples(codes: readonly ErrorCode[]) {
  return Object.fromEntries(
    [...new Set(codes)].map((code) => {
      const faults = code === 'invalid-input' ? [{ path: ['name'], detail: 'is missing' }] : []
      const error = new DomainError(code, STATUS_CODES[statusOf(code)] ?? 'Error', { faults })
      return [code, { value: toProblem(error, EXAMPLE_IDS) }]
    }),
  )
}

/** References to the examples of error codes. */
function examplesOf(codes: readonly ErrorCode[]) {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}

function otherContent({ otherTypes = [] }: Route, { types = {} }: Example) {
  return Object.fromEntries(
    otherTypes.map((type) => [type, { schema: z.string(), example: types[type] }]),
  )
}

/** Whether a response has no body: 204, or a redirect. */
function hasNoBody(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUndefined || schema instanceof z.ZodVoid
}

function codesByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  return Map.groupBy(new Set(codes), statusOf)
}

function keyOf(status: number): '200' {
  return String(status) as '200'
}
