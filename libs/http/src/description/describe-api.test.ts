import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { describeApi } from './describe-api.ts'
import { MAX_SHOWN } from '../errors/problem.ts'
import { route, type Access, type Credential } from '../route/route.ts'

const Thing = z.object({ name: z.string() })
const update = route({
  method: 'put',
  path: '/api/things/:name',
  summary: 'Change a thing',
  access: { anyGroup: ['admin'] },
  params: z.object({ name: z.string() }),
  body: Thing,
  conditional: 'edit',
  codes: ['conflict', 'quota-exceeded'],
  reply: Thing,
  handle: ({ body }) => body,
})
const read = route({
  method: 'get',
  path: '/api/things',
  summary: 'Things',
  access: 'optional',
  cookies: { session: { description: 'Session.', example: 'a1' } },
  conditional: 'read',
  compressed: true,
  reply: z.array(Thing),
  others: { 503: z.tuple([]) },
  handle: () => [],
})
const leave = route({
  method: 'get',
  path: '/api/leave',
  summary: 'Redirect',
  access: 'public',
  headers: { origin: { description: 'where from', example: 'https://a.example' } },
  replyHeaders: { location: 'where to' },
  status: 302,
  reply: z.undefined(),
  handle: () => undefined,
})

const paths = () => describeApi('Things', [update, read, leave]).paths ?? {}
const responsesOf = (path: string, method: 'get' | 'put') =>
  paths()[path]?.[method]?.responses ?? {}

const reading = (path: string, access: Access) =>
  route({
    method: 'get',
    path,
    summary: 'Read',
    access,
    reply: Thing,
    handle: () => ({ name: 'a' }),
  })

describe('describeApi of a route', () => {
  it('lists each status with its error codes', () => {
    const described = Object.entries(responsesOf('/api/things/{name}', 'put')).map(
      ([status, { description }]) => `${status} ${description}`,
    )
    expect(described).toEqual([
      '200 OK',
      '400 Bad Request: invalid-input',
      '401 Unauthorized: unauthenticated',
      '403 Forbidden: forbidden, quota-exceeded',
      '409 Conflict: conflict',
      '412 Precondition Failed: precondition-failed',
      '413 Payload Too Large: payload-too-large',
      '415 Unsupported Media Type: unsupported-media-type',
      '500 Internal Server Error: failed',
      '503 Service Unavailable: unavailable',
      '507 Insufficient Storage: insufficient-storage',
    ])
  })

  it('lists request headers and cookies as optional parameters', () => {
    const parameters = (paths()['/api/things']?.get?.parameters ?? []) as unknown[]
    expect(parameters).toEqual([
      expect.objectContaining({ in: 'header', name: 'if-none-match' }),
      expect.objectContaining({ in: 'header', name: 'accept-encoding' }),
      expect.objectContaining({ in: 'header', name: 'cache-control' }),
      expect.objectContaining({ in: 'cookie', name: 'session' }),
    ])
    expect(parameters).not.toContainEqual(expect.objectContaining({ required: true }))
  })

  it('describes 304 and ETag of a conditional read', () => {
    const described = responsesOf('/api/things', 'get')
    const always = {
      etag: expect.objectContaining({ required: true }),
      'cache-control': expect.objectContaining({ required: true }),
    }
    expect(described['304']).not.toHaveProperty('content')
    expect(described['304']?.headers).toMatchObject(always)
    expect(described['200']?.headers).toMatchObject(always)
  })

  it('describes the headers of stale and compressed responses', () => {
    const headersOf = (...args: Parameters<typeof responsesOf>) =>
      Object.keys(responsesOf(...args)['200']?.headers ?? {})
    expect(headersOf('/api/things', 'get')).toEqual(
      expect.arrayContaining(['age', 'warning', 'content-encoding']),
    )
    expect(headersOf('/api/things/{name}', 'put')).toEqual(['cache-control', 'etag'])
  })

  it('describes a declared error body next to the problem details', () => {
    const { content, headers } = responsesOf('/api/things', 'get')['503'] ?? {}
    expect(Object.keys(content ?? {})).toEqual([
      'application/problem+json',
      'text/html',
      'application/json',
    ])
    expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(['etag', 'retry-after']))
  })

  it('describes a declared error body at a status without a code', () => {
    const gone = { ...read, others: { 410: z.tuple([]) } }
    const { content } =
      describeApi('Things', [gone]).paths?.['/api/things']?.get?.responses?.['410'] ?? {}
    expect(Object.keys(content ?? {})).toEqual(['application/json'])
  })

  it('lists the headers of error responses', () => {
    const headersAt = (status: string) =>
      Object.keys(responsesOf('/api/things/{name}', 'put')[status]?.headers ?? {})
    expect(headersAt('401')).toEqual(['cache-control', 'www-authenticate'])
    expect(headersAt('503')).toEqual(['cache-control', 'retry-after'])
    expect(headersAt('409')).toEqual(['cache-control'])
  })

  it('adds the common error codes to every route', () => {
    const described = describeApi('Things', [update, leave], ['misdirected']).paths ?? {}
    for (const { put, get } of Object.values(described)) {
      expect((put ?? get)?.responses?.['421']?.description).toContain('misdirected')
    }
  })

  it('describes a redirect without content', () => {
    const found = responsesOf('/api/leave', 'get')['302']
    const headers = { 'cache-control': expect.anything(), location: expect.anything() }
    expect(found).toEqual({ description: 'Found', headers })
  })

  it('accepts the token of any group for an authenticated route', () => {
    const own = reading('/api/own', 'authenticated')
    expect(describeApi('Things', [own]).paths?.['/api/own']?.get?.security).toEqual([
      { signedIn: [] },
      { reviewer: [] },
      { admin: [] },
    ])
  })

  it('requires a source-control session in place of a token, or in addition to it', () => {
    const shown = (credentials: Credential[][]) => {
      const own = { ...reading('/api/own', 'optional'), credentials }
      return describeApi('Things', [own]).paths?.['/api/own']?.get?.security
    }
    expect(shown([['admin'], ['sourceControl']])).toEqual([{ admin: [] }, { sourceControl: [] }])
    expect(shown([['reviewer', 'sourceControl']])).toEqual([
      { reviewer: [], sourceControl: [] },
      { admin: [], sourceControl: [] },
    ])
    expect(describeApi('Things', []).components?.securitySchemes).toMatchObject({
      sourceControl: { type: 'apiKey', in: 'cookie', name: 'githubUserToken' },
    })
  })

  it('shows an example of each error', () => {
    const { components } = describeApi('Things', [update])
    const problem = responsesOf('/api/things/{name}', 'put')['400']?.content?.[
      'application/problem+json'
    ]
    expect(problem?.examples).toEqual({
      'invalid-input': { $ref: '#/components/examples/invalid-input' },
    })
    expect(components?.examples?.['invalid-input']).toMatchObject({
      value: { status: 400, title: 'Bad Request', errors: [{ pointer: '/name' }] },
    })
  })

  it('accepts admin tokens for reviewer routes', () => {
    const review = reading('/api/review', { anyGroup: ['reviewer'] })
    const described = describeApi('Things', [review, update]).paths
    expect(described?.['/api/review']?.get?.security).toEqual([{ reviewer: [] }, { admin: [] }])
    expect(described?.['/api/things/{name}']?.put?.security).toEqual([{ admin: [] }])
  })
})

it('describeApi names the media types of forms and pages', () => {
  const form = route({
    method: 'post',
    path: '/page',
    summary: 'A page',
    access: 'public',
    body: Thing,
    bodyType: 'form',
    mediaType: 'text/html',
    reply: z.string(),
    handle: () => '',
  })
  const { post } = describeApi('Pages', [form]).paths?.['/page'] ?? {}
  expect(
    Object.keys(
      post?.requestBody && 'content' in post.requestBody ? (post.requestBody.content ?? {}) : {},
    ),
  ).toEqual(['application/x-www-form-urlencoded'])
  expect(post?.responses?.['200']).toMatchObject({ content: { 'text/html': {} } })
})

describe('describeApi', () => {
  const Named = z.object({ name: z.string() })
  const takeSeat = route({
    method: 'put',
    path: '/api/rooms/:room/seats/:seat',
    id: 'takeSeat',
    tag: 'Seats',
    summary: 'Take a seat',
    description: 'One seat for each person.',
    deprecated: { since: '2026-01-01', successor: '/api/seats' },
    access: { anyGroup: ['reviewer', 'admin'] },
    params: z.object({ room: z.string(), seat: z.string() }),
    query: z.object({ row: z.string() }),
    cookies: { session: { description: 'Session.', example: 'a1' } },
    body: Named.optional(),
    bodyExample: { name: 'Ada' },
    bodySize: 'small',
    otherTypes: { 'text/csv': 'name\r\nAda\r\n' },
    reply: Named,
    example: { name: 'Ada' },
    others: { 599: Named },
    handle: () => ({ name: 'Ada' }),
  })
  const seats = () => describeApi('Rooms', [takeSeat])
  const text = { type: 'string' }
  const named = { type: 'object', properties: { name: text }, required: ['name'] }

  it('returns an OpenAPI 3.1 document with a title', () => {
    expect(seats()).toMatchObject({ openapi: '3.1.0', info: { title: 'Rooms', version: '1' } })
  })

  it('contains every member of a route', () => {
    const { responses, ...operation } = seats().paths?.['/api/rooms/{room}/seats/{seat}']?.put ?? {}
    expect(operation).toEqual({
      operationId: 'takeSeat',
      tags: ['Seats'],
      summary: 'Take a seat',
      description: 'One seat for each person.',
      deprecated: true,
      security: [{ reviewer: [] }, { admin: [] }],
      'x-access': 'group reviewer, admin',
      'x-body-size': 'small',
      parameters: [
        { in: 'path', name: 'room', required: true, schema: text },
        { in: 'path', name: 'seat', required: true, schema: text },
        { in: 'query', name: 'row', required: true, schema: text },
        {
          in: 'cookie',
          name: 'session',
          description: 'Session.',
          schema: { ...text, description: 'Session.', examples: ['a1'] },
        },
      ],
      requestBody: {
        required: false,
        content: { 'application/json': { schema: named, example: { name: 'Ada' } } },
      },
    })
    const schema = expect.objectContaining(text)
    const header = { description: expect.any(String), schema }
    const always = { ...header, required: true }
    const deprecation = { deprecation: header, link: header }
    const json = { schema: { ...named, additionalProperties: false } }
    expect(responses?.['200']).toEqual({
      description: 'OK',
      headers: { deprecation: always, link: always, 'cache-control': header },
      content: {
        'application/json': { ...json, example: { name: 'Ada' } },
        'text/csv': { schema: text, example: 'name\r\nAda\r\n' },
      },
    })
    const errorHeaders = { ...deprecation, 'cache-control': always }
    expect(responses?.['401']?.headers).toEqual({ ...errorHeaders, 'www-authenticate': always })
    expect(responses?.['599']).toEqual({
      description: 'Error',
      headers: errorHeaders,
      content: { 'application/json': json },
    })
  })

  it('omits members that a route does not have', () => {
    const own = describeApi('Things', [reading('/api/own', 'public')]).paths?.['/api/own']?.get
    const { responses, ...operation } = own ?? {}
    expect(operation).toStrictEqual({
      tags: ['Things'],
      summary: 'Read',
      parameters: [],
      security: [],
      'x-access': 'public',
    })
    expect(Object.keys(responses ?? {})).toEqual(['200', '500'])
    expect(responses?.['200']).toEqual({
      description: 'OK',
      headers: { 'cache-control': expect.anything() },
      content: { 'application/json': { schema: expect.anything() } },
    })
    expect(Object.keys(responses?.['500']?.content ?? {})).toEqual([
      'application/problem+json',
      'text/html',
    ])
  })

  it('keeps the example of a transformed parameter', () => {
    const amount = z
      .string()
      .transform(Number)
      .meta({ examples: ['20'] })
    const own = { ...reading('/api/own', 'public'), query: z.object({ amount }) }
    const { parameters } = describeApi('Things', [own]).paths?.['/api/own']?.get ?? {}
    expect(parameters).toMatchObject([{ name: 'amount', schema: { examples: ['20'] } }])
  })

  it('requires a body unless it is optional, of form size by default', () => {
    for (const bodyOptional of [undefined, true]) {
      const own = { ...update, ...(bodyOptional && { bodyOptional }) }
      const { put } = describeApi('Things', [own]).paths?.['/api/things/{name}'] ?? {}
      expect(put).toMatchObject({
        'x-body-size': 'form',
        requestBody: { required: !bodyOptional },
      })
    }
    const { put } = paths()['/api/things/{name}'] ?? {}
    expect(put?.requestBody).toMatchObject({
      content: { 'application/json': { schema: expect.anything() } },
    })
    expect(JSON.stringify(put?.requestBody)).not.toContain('example')
  })

  it('requires a body and a cookie that the handler requires', () => {
    const own = {
      ...update,
      bodyOptional: true,
      codes: ['body-missing'] as const,
      cookies: { begun: { description: 'Sign-in state.', example: 'a1', required: true as const } },
    }
    const { put } = describeApi('Things', [own]).paths?.['/api/things/{name}'] ?? {}
    expect(put).toMatchObject({
      requestBody: { required: true },
      parameters: expect.arrayContaining([
        expect.objectContaining({ in: 'cookie', name: 'begun', required: true }),
      ]),
    })
  })

  it('accepts anonymous callers for routes with an optional identity', () => {
    const open = [{}, { signedIn: [] }, { reviewer: [] }, { admin: [] }]
    expect(paths()['/api/things']?.get?.security).toEqual(open)
  })

  it('describes a default error only next to a redirect', () => {
    const content = {
      'application/problem+json': { schema: expect.anything() },
      'text/html': expect.anything(),
    }
    expect(responsesOf('/api/leave', 'get')['default']).toEqual({
      description: expect.any(String),
      headers: { 'cache-control': expect.anything(), 'retry-after': expect.anything() },
      content,
    })
    expect(
      describeApi('Things', [{ ...leave, status: 300 }]).paths?.['/api/leave']?.get?.responses,
    ).toHaveProperty('default')
    expect(responsesOf('/api/things', 'get')).not.toHaveProperty('default')
  })

  it('describes each error as a page for clients that prefer HTML', () => {
    for (const status of ['500', 'default']) {
      expect(responsesOf('/api/leave', 'get')[status]).toMatchObject({
        content: { 'text/html': { schema: text } },
      })
    }
  })

  it('lists invalid parts only in the example of invalid-input', () => {
    const shown = seats().components?.examples as Record<string, { value: object }>
    const pointed = Object.keys(shown).filter((code) => 'errors' in shown[code]!.value)
    expect(pointed).toEqual(['invalid-input'])
    expect(shown['forbidden']?.value).toMatchObject({
      title: 'Forbidden',
      detail: 'Forbidden',
      requestId: expect.stringMatching(/./),
      traceId: expect.stringMatching(/./),
    })
  })

  it('allows additional members in problem details', () => {
    const { Problem } = seats().components?.schemas ?? {}
    expect(Problem).toMatchObject({
      required: ['type', 'title', 'status', 'detail', 'error', 'message', 'requestId', 'traceId'],
      properties: {
        errors: { items: { required: ['pointer', 'detail'] }, maxItems: MAX_SHOWN.errors },
      },
    })
    expect(Problem).not.toMatchObject({ additionalProperties: false })
  })
})
