import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { Route } from './route.ts'

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

/** Such an answer has no body (RFC 9110 §15.3.5). */
const NO_CONTENT = 204

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
  const requestParams = {
    ...(route.params && { path: route.params as z.ZodObject }),
    ...(route.query && { query: route.query as z.ZodObject }),
  }
  return {
    summary: route.summary,
    tags: [title],
    requestParams,
    ...(route.body && {
      'x-body-size': route.bodySize ?? 'form',
      requestBody: { content: { 'application/json': { schema: route.body } } },
    }),
    security: route.access === 'public' || route.access === 'optional' ? [] : [{ idToken: [] }],
    responses: responses(route),
    'x-access':
      typeof route.access === 'string' ? route.access : `group ${route.access.anyGroup.join(', ')}`,
  }
}

function responses(route: Route): ZodOpenApiResponsesObject {
  const { status: success = 200, reply: schema } = route
  const described: ZodOpenApiResponsesObject = {
    [String(success) as '200']: {
      description: 'Success',
      ...(success !== NO_CONTENT && { content: { 'application/json': { schema } } }),
    },
  }
  for (const status of route.errors ?? []) {
    described[String(status) as '400'] = {
      description: STATUS_CODES[status] ?? 'Error',
      content: { 'application/problem+json': { schema: Problem } },
    }
  }
  return described
}
