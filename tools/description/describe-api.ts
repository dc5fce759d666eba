import { overrideDescribed } from '@landscape/contracts/described-as'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import { bodyTypeOf, codesOf, requestHeadersOf } from '@landscape/http/route/declared'
import { describeResponses, problemExamples } from './describe-responses.ts'
import type { Example, Examples } from './examples.ts'
import { withNamedSchemas } from './named-schemas.ts'
import { withQueryArrays } from './query-arrays.ts'
import type { Route, TextParameter } from '@landscape/http/route/route'
import { SECURITY_SCHEMES, securityOf } from './security.ts'

/** OpenAPI 3.1 description of the routes that `mountRoutes` serves. */
export function describeApi(title: string, routes: readonly Route[], examples: Examples = {}) {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method]: operation(route, title, examples[route.id ?? '']),
    }
  }
  const described = createDocument(
    {
      openapi: '3.1.0',
      info: { title, version: '1' },
      paths,
      components: {
        securitySchemes: SECURITY_SCHEMES,
        examples: problemExamples(routes.flatMap(codesOf)),
      },
    },
    { override: adaptSchema },
  )
  return withNamedSchemas(withQueryArrays(described))
}

/**
 * Describes schemas with `describedAs`. Keeps the examples of transformed input, such as a number in a query, which zod omits. Omits the bounds of safe
 * integers, which zod adds.
 */
const adaptSchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  overrideDescribed({ zodSchema, jsonSchema })
  const { examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (io === 'input' && examples) jsonSchema.examples = examples
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function operation(route: Route, title: string, example: Example = {}): ZodOpenApiOperationObject {
  const headers = requestHeadersOf(route)
  const requestParams = {
    ...(route.params && { path: route.params as z.ZodObject }),
    ...(route.query && { query: route.query as z.ZodObject }),
    ...(Object.keys(headers).length > 0 && { header: stringParameters(headers) }),
    ...(route.cookies && { cookie: stringParameters(route.cookies) }),
  }
  return {
    ...(route.id !== undefined && { operationId: route.id }),
    tags: [route.tag ?? title],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    requestParams,
    ...(route.body && {
      'x-body-size': route.bodySize ?? 'medium',
      requestBody: {
        required: needsBody(route),
        content: {
          [bodyTypeOf(route)]: {
            schema: route.body,
            ...(example.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    security: securityOf(route),
    responses: describeResponses(route, example),
    'x-access':
      typeof route.access === 'string' ? route.access : `group ${route.access.anyGroup.join(', ')}`,
  }
}

/** Whether the schema of the body, or the handler, rejects a request without a body. */
function needsBody({ body, bodyOptional, codes = [] }: Route): boolean {
  return codes.includes('body-missing') || !(bodyOptional ?? body?.safeParse(undefined).success)
}

function stringParameters(parameters: Readonly<Record<string, TextParameter>>): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(parameters).map(([name, { description, example, required }]) => {
        const schema = required ? z.string() : z.string().optional()
        return [name, schema.meta({ description, examples: [example] })]
      }),
    ),
  )
}
