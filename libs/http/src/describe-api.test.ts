import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { describeApi } from './describe-api.ts'
import { route, type Access } from './route.ts'

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
  cookies: { session: 'opens more' },
  conditional: 'read',
  compressed: true,
  reply: z.array(Thing),
  others: { 503: z.tuple([]) },
  handle: () => [],
})
const leave = route({
  method: 'get',
  path: '/api/leave',
  summary: 'Elsewhere',
  access: 'public',
  headers: { origin: 'where from' },
  replyHeaders: { location: 'where to' },
  status: 302,
  reply: z.undefined(),
  handle: () => undefined,
})

const { paths = {} } = describeApi('Things', [update, read, leave])
const answers = (path: string, method: 'get' | 'put') => paths[path]?.[method]?.responses ?? {}

const reading = (path: string, access: Access) =>
  route({
    method: 'get',
    path,
    summary: 'Read',
    access,
    reply: Thing,
    handle: () => ({ name: 'a' }),
  })

describe('the description of a route', () => {
  it('says of each status why it may be answered, from access, body, conditions and codes', () => {
    const described = Object.entries(answers('/api/things/{name}', 'put')).map(
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
    ])
  })

  it('names the headers and cookies that are read, all of them optional', () => {
    const parameters = (paths['/api/things']?.get?.parameters ?? []) as unknown[]
    expect(parameters).toEqual([
      expect.objectContaining({ in: 'header', name: 'if-none-match' }),
      expect.objectContaining({ in: 'header', name: 'accept-encoding' }),
      expect.objectContaining({ in: 'header', name: 'cache-control' }),
      expect.objectContaining({ in: 'cookie', name: 'session' }),
    ])
    expect(parameters).not.toContainEqual(expect.objectContaining({ required: true }))
  })

  it('tells of a conditional read that it may answer 304, and of its tag', () => {
    const described = answers('/api/things', 'get')
    expect(described['304']).toEqual({
      description: expect.any(String),
      headers: { etag: expect.anything() },
    })
    expect(described['200']?.headers).toHaveProperty('etag')
  })

  it('holds the body of another shape beside the problem', () => {
    const { content } = answers('/api/things', 'get')['503'] ?? {}
    expect(Object.keys(content ?? {})).toEqual(['application/problem+json', 'application/json'])
  })

  it('holds that body also at a status for which the route has no code', () => {
    const odd = { ...read, others: { 410: z.tuple([]) } }
    const { content } =
      describeApi('Odd', [odd]).paths?.['/api/things']?.get?.responses?.['410'] ?? {}
    expect(Object.keys(content ?? {})).toEqual(['application/json'])
  })

  it('names the headers of refusals', () => {
    const headersAt = (status: string) =>
      Object.keys(answers('/api/things/{name}', 'put')[status]?.headers ?? {})
    expect(headersAt('401')).toEqual(['www-authenticate'])
    expect(headersAt('503')).toEqual(['retry-after'])
    expect(headersAt('409')).toEqual([])
  })

  it('says of every route why a request may be refused before it comes there', () => {
    const described = describeApi('Things', [update, leave], ['misdirected']).paths ?? {}
    for (const { put, get } of Object.values(described)) {
      expect((put ?? get)?.responses?.['421']?.description).toContain('misdirected')
    }
  })

  it('has no content where all is in the headers', () => {
    const found = answers('/api/leave', 'get')['302']
    expect(found).toEqual({ description: 'Found', headers: { location: expect.anything() } })
  })

  it('says of an optional identity that it may be left out', () => {
    expect(paths['/api/things']?.get?.security).toContainEqual({})
  })

  it('takes the token of a member of any group where one has to be signed in', () => {
    const own = reading('/api/own', 'authenticated')
    expect(describeApi('Things', [own]).paths?.['/api/own']?.get?.security).toEqual([
      { signedIn: [] },
      { reviewer: [] },
      { admin: [] },
    ])
  })

  it('shows what a refusal looks like, by its reason', () => {
    const { components } = describeApi('Things', [update])
    const problem = answers('/api/things/{name}', 'put')['400']?.content?.[
      'application/problem+json'
    ]
    expect(problem?.examples).toEqual({
      'invalid-input': { $ref: '#/components/examples/invalid-input' },
    })
    expect(components?.examples?.['invalid-input']).toMatchObject({
      value: { status: 400, title: 'Bad Request', errors: [{ pointer: '/name' }] },
    })
  })

  it('says that administrators may do what reviewers may', () => {
    const review = reading('/api/review', { anyGroup: ['reviewer'] })
    const described = describeApi('Things', [review, update]).paths
    expect(described?.['/api/review']?.get?.security).toEqual([{ reviewer: [] }, { admin: [] }])
    expect(described?.['/api/things/{name}']?.put?.security).toEqual([{ admin: [] }])
  })
})

it('names the media types of forms and texts', () => {
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
