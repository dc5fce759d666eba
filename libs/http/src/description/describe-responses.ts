import { STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode } from '@landscape/contracts'
import { z } from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { describeHeaders, problemHeadersOf, replyHeadersOf } from './response-headers.ts'
import { codesOf } from '../route/declared.ts'
import { describeDeprecation } from '../route/deprecation.ts'
import { SHOWN, statusOf, toProblem } from '../errors/problem.ts'
import type { Route } from '../route/route.ts'

const JSON_TYPE = 'application/json'
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
    error: z.string().meta({ description: 'the text that clients read' }),
    message: z.string().meta({ description: 'a text that other clients read' }),
    requestId: z.string(),
    traceId: z.string().meta({
      description: 'id of the trace (W3C Trace Context) that the request belongs to',
    }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description: 'JSON pointer into the body, or the name of a parameter after a slash',
            examples: ['/entries/17/timeline/0/ringId'],
          }),
          detail: z.string().meta({
            description: 'what is wrong there, never the value',
            examples: ['is not a ring of this radar; rings are adopt, trial, assess, hold'],
          }),
        }),
      )
      .max(SHOWN.errors)
      .optional()
      .meta({ description: 'the places that it is refused for, where it is for some' }),
    conflicts: z
      .array(z.looseObject({}))
      .optional()
      .meta({
        description:
          'what others changed: of an undo each `path` with the later `changes` of it, ' +
          'of a save of the radar each entry by its `id`, as `yours` and `theirs`',
      }),
    removes: z.array(z.string()).optional().meta({
      description: 'what a save would remove and has not confirmed, where SHRINK_GUARD=refuse',
    }),
    logoutUrl: z.string().optional().meta({
      description: 'the address that ends the session, for a browser whose token is not accepted',
    }),
    retryAfter: z.string().optional().meta({ description: 'how long to wait, in words' }),
    response: z
      .string()
      .optional()
      .meta({ description: 'the text again, where a client reads it by this name' }),
  })
  .meta({ id: 'Problem' })

/**
 * What a route may answer, by status.
 *
 * @param before why a request to any route may be refused before it comes there
 */
export function describeResponses(
  route: Route,
  before: readonly ErrorCode[],
): ZodOpenApiResponsesObject {
  const { status: success = 200, reply: schema, example, others = {}, problemHeaders = {} } = route
  const { mediaType = JSON_TYPE } = route
  const deprecation = describeHeaders(route.deprecated ? describeDeprecation(route.deprecated) : {})
  const described: ZodOpenApiResponsesObject = {
    [keyOf(success)]: {
      description: STATUS_CODES[success] ?? 'Success',
      headers: replyHeadersOf(route),
      ...(!hasNoBody(schema) && {
        content: {
          [mediaType]: { schema, ...(example !== undefined && { example }) },
          ...otherContent(route),
        },
      }),
    },
  }
  if (route.conditional === 'read') {
    described['304'] = {
      description: 'The client has the current version',
      headers: replyHeadersOf(route),
    }
  }
  const codes = codesByStatus([...codesOf(route), ...before])
  const statuses = new Set([...codes.keys(), ...Object.keys(others).map(Number)])
  for (const status of statuses) {
    const reasons = codes.get(status)
    const title = STATUS_CODES[status] ?? 'Error'
    const other = others[status]
    described[keyOf(status)] = {
      description: reasons ? `${title}: ${reasons.join(', ')}` : title,
      headers: {
        ...deprecation,
        ...problemHeadersOf(status, other && route),
        ...describeHeaders(problemHeaders[status] ?? {}),
      },
      content: {
        ...(reasons && problemContent({ schema: Problem, examples: examplesOf(reasons) })),
        ...(other && { [JSON_TYPE]: { schema: other } }),
      },
    }
  }
  // Who follows a redirect sees no success of this path; what is no redirect is a refusal.
  if (success >= 300) {
    described.default = {
      description: 'Any other refusal',
      headers: problemHeadersOf('default'),
      content: problemContent({ schema: Problem }),
    }
  }
  return described
}

/** A refusal by media type: its problem details, and the page that clients get who prefer HTML. */
export function problemContent<T extends object>(details: T) {
  return {
    'application/problem+json': details,
    'text/html': { schema: { type: 'string' as const }, example: '<!doctype html>…' },
  }
}

/** What a refusal looks like, by code, for each reason that these routes have. */
export function problemExamples(routes: readonly Route[], before: readonly ErrorCode[]) {
  const codes = new Set([...routes.flatMap((route) => codesOf(route)), ...before])
  return Object.fromEntries(
    [...codes].map((code) => {
      const faults = code === 'invalid-input' ? [{ path: ['name'], detail: 'is missing' }] : []
      const refusal = new DomainError(code, STATUS_CODES[statusOf(code)] ?? 'Error', { faults })
      return [code, { value: toProblem(refusal, EXAMPLE_IDS) }]
    }),
  )
}

/** References to the examples of these codes. */
function examplesOf(codes: readonly ErrorCode[]) {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}

function otherContent({ otherTypes = {} }: Route) {
  const types = Object.entries(otherTypes)
  return Object.fromEntries(types.map(([type, example]) => [type, { schema: z.string(), example }]))
}

/** No content (204), or an answer that is all in its headers (302). */
function hasNoBody(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUndefined || schema instanceof z.ZodVoid
}

function codesByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  return Map.groupBy(new Set(codes), statusOf)
}

function keyOf(status: number): '200' {
  return String(status) as '200'
}
