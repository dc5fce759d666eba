import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { describeApi } from './describe-api.ts'
import { MAX_SHOWN } from '@landscape/http/errors/problem'
import { route } from '@landscape/http/route/route'
import { Thing, update } from './things.fixture.ts'

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

const api = () => describeApi('Things', [update, read, leave])
const responsesOf = (path: string, method: 'get' | 'put') =>
  api().paths?.[path]?.[method]?.responses ?? {}

describe('describeResponses', () => {
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

  it('describes a redirect without content', () => {
    const found = responsesOf('/api/leave', 'get')['302']
    const headers = { 'cache-control': expect.anything(), location: expect.anything() }
    expect(found).toEqual({ description: 'Found', headers })
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
        content: { 'text/html': { schema: { type: 'string' } } },
      })
    }
  })
})

describe('problemExamples', () => {
  it('lists invalid parts only in the example of invalid-input', () => {
    const shown = api().components?.examples as Record<string, { value: object }>
    const pointed = Object.keys(shown).filter((code) => 'errors' in shown[code]!.value)
    expect(pointed).toEqual(['invalid-input'])
    expect(shown['forbidden']?.value).toMatchObject({
      title: 'Forbidden',
      detail: 'Forbidden',
      requestId: expect.stringMatching(/./),
      traceId: expect.stringMatching(/./),
    })
  })
})

describe('the Problem schema', () => {
  it('allows additional members in problem details', () => {
    const { Problem } = api().components?.schemas ?? {}
    expect(Problem).toMatchObject({
      required: ['type', 'title', 'status', 'detail', 'error', 'message', 'requestId', 'traceId'],
      properties: {
        errors: { items: { required: ['pointer', 'detail'] }, maxItems: MAX_SHOWN.errors },
      },
    })
    expect(Problem).not.toMatchObject({ additionalProperties: false })
  })
})
