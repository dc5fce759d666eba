import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import type { ErrorCode } from '@landscape/errors'
import { bodyTypeOf, requestHeadersOf } from './declared.ts'
import { describeResponses, problemExamples } from './describe-responses.ts'
import { withNamedParts } from './named-parts.ts'
import type { Access, Route, SentText } from './route.ts'

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
  const described = createDocument(
    {
      openapi: '3.1.0',
      info: { title, version: '1' },
      paths,
      components: { securitySchemes: SECURITY_SCHEMES, examples: problemExamples(routes, before) },
    },
    { override: keepExamples },
  )
  return withNamedParts(described)
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
    ...(Object.keys(headers).length > 0 && { header: optionalTexts(headers) }),
    ...(route.cookies && { cookie: optionalTexts(route.cookies) }),
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
    responses: describeResponses(route, before),
    'x-access':
      typeof route.access === 'string' ? route.access : `group ${route.access.anyGroup.join(', ')}`,
  }
}

function optionalTexts(texts: Readonly<Record<string, SentText>>): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(texts).map(([name, { description, example }]) => [
        name,
        z
          .string()
          .optional()
          .meta({ description, examples: [example] }),
      ]),
    ),
  )
}

/** What an operation says of who may ask it, in OpenAPI's words. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[]

/** Any of these opens the route: a member of a group is signed in, and admins may do what reviewers may. */
export function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return []
  const everybody = Object.keys(SECURITY_SCHEMES)
  if (access === 'optional') return [{}, ...everybody.map((scheme) => ({ [scheme]: [] }))]
  const schemes =
    access === 'authenticated' ? everybody : [...new Set<string>([...access.anyGroup, 'admin'])]
  return schemes.map((scheme) => ({ [scheme]: [] }))
}
