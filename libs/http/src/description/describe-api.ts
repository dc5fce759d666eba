import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import type { ErrorCode } from '@landscape/contracts'
import { bodyTypeOf, requestHeadersOf } from '../route/declared.ts'
import { describeResponses, problemExamples } from './describe-responses.ts'
import { withNamedSchemas } from './named-schemas.ts'
import type { Route, TextParameter } from '../route/route.ts'
import { SECURITY_SCHEMES, securityOf } from './security.ts'

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
  const described = createDocument(
    {
      openapi: '3.1.0',
      info: { title, version: '1' },
      paths,
      components: { securitySchemes: SECURITY_SCHEMES, examples: problemExamples(routes, before) },
    },
    { override: keepExamples },
  )
  return withNamedSchemas(described)
}

/** Examples of what is sent: zod leaves out those of what it reads as something else, such as a number. */
const keepExamples: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  const { examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (io === 'input' && examples) jsonSchema.examples = examples
}

function operation(
  route: Route,
  title: string,
  before: readonly ErrorCode[],
): ZodOpenApiOperationObject {
  const headers = requestHeadersOf(route)
  const requestParams = {
    ...(route.params && { path: route.params as z.ZodObject }),
    ...(route.query && { query: route.query as z.ZodObject }),
    ...(Object.keys(headers).length > 0 && { header: texts(headers) }),
    ...(route.cookies && { cookie: texts(route.cookies) }),
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
        required: needsBody(route),
        content: {
          [bodyTypeOf(route)]: {
            schema: route.body,
            ...(route.bodyExample !== undefined && { example: route.bodyExample }),
          },
        },
      },
    }),
    security: securityOf(route),
    responses: describeResponses(route, before),
    'x-access':
      typeof route.access === 'string' ? route.access : `group ${route.access.anyGroup.join(', ')}`,
  }
}

/** Whether a request without a body is refused, by the body's schema or, in other words, by the handler. */
function needsBody({ body, bodyOptional, codes = [] }: Route): boolean {
  return codes.includes('body-missing') || !(bodyOptional ?? body?.safeParse(undefined).success)
}

function texts(sent: Readonly<Record<string, TextParameter>>): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(sent).map(([name, { description, example, required }]) => {
        const text = required ? z.string() : z.string().optional()
        return [name, text.meta({ description, examples: [example] })]
      }),
    ),
  )
}
