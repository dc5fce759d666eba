import { describe, expect, it } from '@jest/globals'
import type { Response } from './gateway-responses.ts'
import { mergeDescriptions } from './merge-descriptions.ts'

const one = (path: string, schema: string) => ({
  openapi: '3.1.0',
  info: { title: path, version: '1' },
  paths: { [path]: { get: {} } },
  components: { schemas: { [schema]: { type: 'object' }, Problem: { type: 'object' } } },
})

describe('mergeDescriptions', () => {
  it('joins the paths and schemas of all services under one title', () => {
    const merged = mergeDescriptions('All', [one('/api/a', 'A'), one('/api/b', 'B')])
    expect(merged.info.title).toBe('All')
    expect(Object.keys(merged.paths ?? {})).toEqual(['/api/a', '/api/b'])
    expect(Object.keys(merged.components?.['schemas'] ?? {}).sort()).toEqual(['A', 'B', 'Problem'])
  })

  it('describes errors of the gateway once and references them', () => {
    const responses = {
      200: { description: 'OK' },
      421: { description: 'within' },
      503: { description: 'Service Unavailable: own' },
    }
    const { paths, components } = mergeDescriptions('All', [
      { ...one('/api/a', 'A'), paths: { '/api/a': { get: { responses }, post: { responses } } } },
    ])
    const { get, post } = paths['/api/a'] ?? {}
    expect(get).toEqual(post)
    expect(Object.keys(get?.responses ?? {})).toEqual(
      [200, 400, 403, 408, 413, 414, 415, 417, 429, 431, 502, 503].map(String),
    )
    expect(get?.responses?.['429']).toEqual({
      $ref: '#/components/responses/TooManyRequests.rate-limited',
    })
    expect(get?.responses?.['503']).toEqual({
      $ref: '#/components/responses/ServiceUnavailable.own',
    })
    expect(components['responses']?.['ServiceUnavailable.own']).toMatchObject(responses[503])
  })

  it('requires a token for paths that a setting has closed', () => {
    const open = { security: [], responses: { 200: { description: 'OK' } } }
    const { paths } = mergeDescriptions(
      'All',
      [{ ...one('/api/a', 'A'), paths: { '/api/a': { get: open }, '/api/b': { get: open } } }],
      (path) => path === '/api/a',
    )
    expect(paths['/api/a']?.['get']).toMatchObject({
      security: [{ signedIn: [] }, { reviewer: [] }, { admin: [] }],
      responses: { 401: { $ref: '#/components/responses/Unauthorized.unauthenticated' } },
    })
    expect(paths['/api/b']?.['get']?.security).toEqual([])
    expect(paths['/api/b']?.['get']?.responses).not.toHaveProperty('401')
  })

  it.each([
    [
      'reads the identity',
      [{}, { signedIn: [] }, { admin: [] }],
      [{ signedIn: [] }, { reviewer: [] }, { admin: [] }],
    ],
    [
      'accepts a cookie',
      [{ admin: [] }, { sourceControl: [] }],
      [
        { admin: [] },
        { signedIn: [], sourceControl: [] },
        { reviewer: [], sourceControl: [] },
        { admin: [], sourceControl: [] },
      ],
    ],
  ])('requires a token on closed paths when a route %s', (_name, security, closed) => {
    const described = { ...one('/api/a', 'A'), paths: { '/api/a': { get: { security } } } }
    const { paths } = mergeDescriptions('All', [described], () => true)
    expect(paths['/api/a']?.['get']?.security).toEqual(closed)
  })

  it('numbers different responses with the same name', () => {
    const missing = (content: Record<string, unknown>) => ({
      responses: { 404: { description: 'Not Found: not-found', content } },
    })
    const { paths } = mergeDescriptions('All', [
      {
        ...one('/api/a', 'A'),
        paths: { '/api/a': { get: missing({}) }, '/a': { get: missing({ 'text/html': {} }) } },
      },
    ])
    const at = (path: string) => paths[path]?.['get']?.responses?.['404']
    expect(at('/api/a')).toEqual({ $ref: '#/components/responses/NotFound.not-found' })
    expect(at('/a')).toEqual({ $ref: '#/components/responses/NotFound.not-found.2' })
  })

  /** The merged headers of the responses of `GET path`. */
  function headersAt(path: string, responses: Record<string, Response>) {
    const { paths, components } = mergeDescriptions('All', [
      { ...one(path, 'A'), paths: { [path]: { get: { responses } } } },
    ])
    const named = (kind: string, part: object = {}): object => {
      if (!('$ref' in part)) return part
      return components[kind]?.[String(part.$ref).split('/').at(-1) ?? ''] as object
    }
    return (status: number) => {
      const response = named('responses', paths[path]?.['get']?.responses?.[status])
      const { headers = {} } = response as Partial<Response>
      const known = Object.entries(headers as Record<string, object>)
      return Object.fromEntries(known.map(([name, header]) => [name, named('headers', header)]))
    }
  }
  const ok = { description: 'OK' }

  it('adds the headers of the gateway to every response', () => {
    const own = { etag: { description: 'tag' } }
    const headers = headersAt('/api/a', {
      200: { ...ok, headers: own },
      404: { description: 'Not Found' },
    })
    for (const status of [200, 404, 429]) {
      expect(headers(status)).toMatchObject({
        'x-request-id': { required: true },
        'x-content-type-options': { required: true },
        vary: { required: true },
        ratelimit: { description: expect.any(String) },
        'access-control-allow-origin': { description: expect.any(String) },
      })
    }
    expect(headers(200)).toMatchObject(own)
    expect(headers(404)).not.toHaveProperty('etag')
    expect(headers(429)).toHaveProperty('retry-after.required', true)
  })

  it('prefers the description of a header by the route', () => {
    const policy = { description: 'policy of the page' }
    const headers = headersAt('/a', {
      200: { ...ok, headers: { 'content-security-policy': policy } },
    })
    expect(headers(200)['content-security-policy']).toMatchObject({ ...policy, required: true })
  })

  it('adds no headers to errors of unparsable messages', () => {
    const headers = headersAt('/api/a', { 200: ok })
    for (const status of [408, 417, 431]) {
      expect(Object.keys(headers(status))).toEqual(['cache-control'])
    }
    for (const status of [400, 413]) {
      expect(headers(status)['x-request-id']).not.toHaveProperty('required')
    }
  })

  it('adds no rate limit headers to probes', () => {
    const headers = headersAt('/livez', { 200: ok })
    expect(headers(200)).toHaveProperty('x-request-id')
    expect(headers(200)).not.toHaveProperty('ratelimit')
    expect(headers(429)).toEqual({})
  })

  it('returns a description when no service is available', () => {
    expect(mergeDescriptions('All', [])).toMatchObject({ openapi: '3.1.0', paths: {} })
  })
})
