import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { ErrorCode } from '@landscape/errors'
import { codesOf, replyHeadersOf, requestHeadersOf } from './declared.ts'
import { statusOf } from './problem.ts'
import type { Access, Route } from './route.ts'

const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    error: z.string().meta({ description: 'the text that clients read' }),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' })

/**
 * For what a handler checks itself, in its own order and words: takes whatever `any` does, and is
 * described as the schema that checks it.
 */
export function checkedLater<S extends z.ZodType>(
  any: S,
  schema: z.ZodType,
  meta: { id?: string; description?: string } = {},
): S {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input' })
  return any.meta({
    ...meta,
    override: ({ jsonSchema }) =>
      void Object.assign(jsonSchema, described, meta.description && meta),
  })
}

/** OpenAPI 3.1 description of the very routes that `mountRoutes` serves. */
export function describeApi(title: string, routes: readonly Route[]) {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operation(route, title) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  })
}

function operation(route: Route, title: string): ZodOpenApiOperationObject {
  const headers = Object.entries(requestHeadersOf(route)).filter(([name]) => name !== 'cookie')
  const requestParams = {
    ...(route.params && { path: route.params as z.ZodObject }),
    ...(route.query && { query: route.query as z.ZodObject }),
    ...(headers.length > 0 && { header: optionalTexts(headers) }),
    ...(route.cookies && { cookie: optionalTexts(Object.entries(route.cookies)) }),
  }
  return {
    summary: route.summary,
    tags: [title],
    requestParams,
    ...(route.body && {
      'x-body-size': route.bodySize ?? 'form',
      requestBody: {
        required: !(route.bodyOptional ?? false),
        content: { 'application/json': { schema: route.body } },
      },
    }),
    security: securityOf(route.access),
    responses: responses(route),
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

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return []
  return access === 'optional' ? [{}, { idToken: [] }] : [{ idToken: [] }]
}

function responses(route: Route): ZodOpenApiResponsesObject {
  const { status: success = 200, reply: schema, others = {} } = route
  const described: ZodOpenApiResponsesObject = {
    [keyOf(success)]: {
      description: STATUS_CODES[success] ?? 'Success',
      headers: Object.fromEntries(
        Object.entries(replyHeadersOf(route)).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
      ...(!hasNoBody(schema) && { content: { 'application/json': { schema } } }),
    },
  }
  if (route.conditional === 'read') {
    described['304'] = { description: 'The client has the current version' }
  }
  for (const [status, codes] of codesByStatus(codesOf(route))) {
    const other = others[status]
    described[keyOf(status)] = {
      description: `${STATUS_CODES[status] ?? 'Error'}: ${codes.join(', ')}`,
      content: {
        'application/problem+json': { schema: Problem },
        ...(other && { 'application/json': { schema: other } }),
      },
    }
  }
  return described
}

/** No content (204), or an answer that is all in its headers (302). */
function hasNoBody(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUndefined || schema instanceof z.ZodVoid
}

function codesByStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const groups = Map.groupBy(codes, statusOf)
  return [...groups].toSorted(([a], [b]) => a - b)
}

function keyOf(status: number): '200' {
  return String(status) as '200'
}
