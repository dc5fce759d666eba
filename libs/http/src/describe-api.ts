import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { DomainError, type ErrorCode } from '@landscape/errors'
import {
  bodyTypeOf,
  codesOf,
  problemHeadersOf,
  replyHeadersOf,
  requestHeadersOf,
} from './declared.ts'
import { describeDeprecation } from './deprecation.ts'
import { SHOWN, statusOf, toProblem } from './problem.ts'
import type { Access, Route } from './route.ts'

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
            examples: ['is no ring of this radar; rings are adopt, trial, assess, hold'],
          }),
        }),
      )
      .max(SHOWN.errors)
      .optional()
      .meta({ description: 'the places that it is refused for, where it is for some' }),
  })
  .meta({ id: 'Problem' })

const token = (whose: string) =>
  ({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      `ID token of the identity provider, ${whose}. Behind a load balancer that signs people in, ` +
      'what it adds to a request says the same; in development nothing is needed.',
  }) as const
/** One for each access level. */
const SECURITY_SCHEMES = {
  signedIn: token('of anybody'),
  reviewer: token('of a member of the group reviewer'),
  admin: token('of a member of the group admin, who may do all that reviewers may'),
}

/**
 * OpenAPI 3.1 description of the very routes that `mountRoutes` serves.
 *
 * @param before why a request to any of them may be refused before it comes there
 */
export function describeApi(
  title: string,
  routes: readonly Route[],
  before: readonly ErrorCode[] = [],
) {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operation(route, title, before) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, examples: problemExamples(routes, before) },
  })
}

/** Headers that descriptions say in another way: by the parameters of cookies, and by the media types of answers. */
const SAID: ReadonlySet<string> = new Set(['cookie', 'accept'])

function operation(
  route: Route,
  title: string,
  before: readonly ErrorCode[],
): ZodOpenApiOperationObject {
  const headers = Object.entries(requestHeadersOf(route)).filter(([name]) => !SAID.has(name))
  const requestParams = {
    ...(route.params && { path: route.params as z.ZodObject }),
    ...(route.query && { query: route.query as z.ZodObject }),
    ...(headers.length > 0 && { header: optionalTexts(headers) }),
    ...(route.cookies && { cookie: optionalTexts(Object.entries(route.cookies)) }),
  }
  return {
    ...(route.id !== undefined && { operationId: route.id }),
    tags: [route.tag ?? title],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(route.deprecated && { deprecated: true }),
    requestParams,
    ...(route.body && {
      'x-body-size': route.bodySize ?? 'form',
      requestBody: {
        required: !(route.bodyOptional ?? route.body.safeParse(undefined).success),
        content: {
          [bodyTypeOf(route)]: {
            schema: route.body,
            ...(route.bodyExample !== undefined && { example: route.bodyExample }),
          },
        },
      },
    }),
    security: securityOf(route.access),
    responses: responses(route, before),
    'x-access':
      typeof route.access === 'string' ? route.access : `group ${route.access.anyGroup.join(', ')}`,
  }
}

function optionalTexts(uses: readonly (readonly [string, string])[]): z.ZodObject {
  return z.object(
    Object.fromEntries(
      uses.map(([name, description]) => [name, z.string().optional().meta({ description })]),
    ),
  )
}

/** Any of these opens the route: a member of a group is signed in, and admins may do what reviewers may. */
function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return []
  const everybody = Object.keys(SECURITY_SCHEMES)
  if (access === 'optional') return [{}, ...everybody.map((scheme) => ({ [scheme]: [] }))]
  const schemes =
    access === 'authenticated' ? everybody : [...new Set<string>([...access.anyGroup, 'admin'])]
  return schemes.map((scheme) => ({ [scheme]: [] }))
}

function responses(route: Route, before: readonly ErrorCode[]): ZodOpenApiResponsesObject {
  const { status: success = 200, reply: schema, example, others = {} } = route
  const { mediaType = JSON_TYPE } = route
  const described: ZodOpenApiResponsesObject = {
    [keyOf(success)]: {
      description: STATUS_CODES[success] ?? 'Success',
      headers: textHeaders(replyHeadersOf(route)),
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
      headers: textHeaders(replyHeadersOf(route)),
    }
  }
  const codes = codesByStatus([...codesOf(route), ...before])
  const statuses = new Set([...codes.keys(), ...Object.keys(others).map(Number)])
  // Browsers are shown errors of pages as pages.
  const isPage = mediaType === 'text/html' || route.bodyType === 'form'
  for (const status of statuses) {
    const reasons = codes.get(status)
    const title = STATUS_CODES[status] ?? 'Error'
    const other = others[status]
    described[keyOf(status)] = {
      description: reasons ? `${title}: ${reasons.join(', ')}` : title,
      headers: textHeaders({
        ...(route.deprecated && describeDeprecation(route.deprecated)),
        ...problemHeadersOf(status),
      }),
      content: {
        ...(isPage && { 'text/html': { schema: z.string() } }),
        ...(reasons && {
          'application/problem+json': { schema: Problem, examples: examplesOf(reasons) },
        }),
        ...(other && { [JSON_TYPE]: { schema: other } }),
      },
    }
  }
  // Who follows a redirect sees no success of this path; what is no redirect is a refusal.
  if (success >= 300) {
    described.default = {
      description: 'Any other refusal',
      content: {
        ...(isPage && { 'text/html': { schema: z.string() } }),
        'application/problem+json': { schema: Problem },
      },
    }
  }
  return described
}

/** What a refusal looks like, for each reason that these routes have. */
function problemExamples(routes: readonly Route[], before: readonly ErrorCode[]) {
  const codes = new Set([...routes.flatMap((route) => codesOf(route)), ...before])
  return Object.fromEntries(
    [...codes].map((code) => {
      const faults = code === 'invalid-input' ? [{ path: ['name'], detail: 'is required' }] : []
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

/** Headers whose values are texts, by name and what each says. */
export function textHeaders(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  )
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
