import { describe, expect, it } from '@jest/globals'
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

  it('numbers different responses with the same name', () => {
    const missing = (content: Record<string, unknown>) => ({
      responses: { 404: { description: 'Not Found: not-found', content } },
    })
    const { paths } = throughGateway({
      paths: { '/api/a': { get: missing({}) }, '/a': { get: missing({ 'text/html': {} }) } },
    })
    const at = (path: string) => paths[path]?.['get']?.responses?.['404']
    expect(at('/api/a')).toEqual({ $ref: '#/components/responses/NotFound.not-found' })
    expect(at('/a')).toEqual({ $ref: '#/components/responses/NotFound.not-found.2' })
  })

  /** The described headers of the responses of `GET path`. */
  function headersAt(path: string, responses: Record<string, Response>) {
    const { paths, components } = throughGateway({ paths: { [path]: { get: { responses } } } })
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
})
