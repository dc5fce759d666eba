import { describe, expect, it } from '@jest/globals'
import { expanded } from '../client/expanded.ts'
import type { Response } from './gateway-responses.ts'
import { throughGateway } from './compose.ts'

describe('throughGateway', () => {
  it('describes errors of the gateway once and references them', () => {
    const responses = {
      200: { description: 'OK' },
      503: { description: 'Service Unavailable: own' },
    }
    const { paths, components } = throughGateway({
      paths: { '/api/a': { get: { responses }, post: { responses } } },
    })
    const { get, post } = paths['/api/a'] ?? {}
    expect(get).toEqual(post)
    expect(Object.keys(get?.responses ?? {})).toEqual(['200', '429', '503', '4XX', '5XX'])
    expect(get?.responses?.['429']).toEqual({ $ref: '#/components/responses/429' })
    expect(components['responses']?.['503']).toMatchObject(responses[503])
  })

  it('describes errors that no client handles by their status as a range that names them', () => {
    const { paths, components } = throughGateway({ paths: { '/api/a': { get: {} } } })
    expect(paths['/api/a']?.get?.responses?.['4XX']).toEqual({
      $ref: '#/components/responses/4XX',
    })
    const statuses = ['400', '403', '408', '413', '414', '415', '417', '431']
    expect(components['responses']?.['4XX']).toMatchObject({
      content: { 'application/problem+json': expect.anything() },
      'x-statuses': Object.fromEntries(
        statuses.map((status) => [status, { description: expect.any(String) }]),
      ),
    })
  })

  it('describes parameters and long examples of several operations once', () => {
    const limit = { in: 'query', name: 'limit', schema: {} }
    const body = { 'application/json': { schema: {}, example: 'x'.repeat(200) } }
    const responses = { 200: { description: 'OK', content: body } }
    const [a, b] = [
      { operationId: 'getA', parameters: [limit], responses },
      { operationId: 'getB', parameters: [limit, { ...limit, name: 'one' }], responses },
    ]
    const { paths, components } = throughGateway({ paths: { '/a': { get: a }, '/b': { get: b } } })
    const { get } = paths['/b'] ?? {}
    expect(get).toMatchObject({
      parameters: [{ $ref: '#/components/parameters/limit' }, { name: 'one' }],
      responses: {
        200: {
          content: {
            'application/json': { examples: { getA: { $ref: '#/components/examples/getA' } } },
          },
        },
      },
    })
    expect(components).toMatchObject({
      parameters: { limit },
      examples: { getA: { value: 'x'.repeat(200) } },
    })
  })

  it('numbers different responses with the same name', () => {
    const missing = (content: Record<string, unknown>) => ({
      responses: { 404: { description: 'Not Found: not-found', content } },
    })
    const { paths } = throughGateway({
      paths: { '/api/a': { get: missing({}) }, '/a': { get: missing({ 'text/html': {} }) } },
    })
    const at = (path: string) => paths[path]?.['get']?.responses?.['404']
    expect(at('/api/a')).toEqual({ $ref: '#/components/responses/404' })
    expect(at('/a')).toEqual({ $ref: '#/components/responses/404.2' })
  })

  /** The described headers of the responses of `GET path`. */
  function headersAt(path: string, responses: Record<string, Response>) {
    const { paths } = expanded(throughGateway({ paths: { [path]: { get: { responses } } } }))
    return (status: number) =>
      (paths[path]?.['get']?.responses?.[status]?.headers ?? {}) as Record<string, object>
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
      expect(headers(status)).toHaveProperty('x-request-id.required', undefined)
    }
  })

  it('describes no rate limit of probes', () => {
    const { paths } = throughGateway({ paths: { '/livez': { get: { responses: { 200: ok } } } } })
    expect(paths['/livez']?.get?.responses).not.toHaveProperty('429')
  })
})
