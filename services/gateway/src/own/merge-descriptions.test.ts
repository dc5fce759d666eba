import { describe, expect, it } from '@jest/globals'
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

  it('says once what the gateway answers itself, and refers to it where a route says nothing', () => {
    const responses = { 200: { description: 'OK' }, 421: {}, 503: { description: 'own' } }
    const { paths, components } = mergeDescriptions('All', [
      { ...one('/api/a', 'A'), paths: { '/api/a': { get: { responses }, post: { responses } } } },
    ])
    const { get, post } = paths?.['/api/a'] ?? {}
    expect(get?.responses?.['429']).toEqual({ $ref: '#/components/responses/Gateway429' })
    expect(get?.responses).toMatchObject({
      200: { description: 'OK' },
      503: { description: 'own' },
    })
    expect(Object.keys(get?.responses ?? {})).not.toContain('421')
    expect(post?.responses?.['403']).toEqual({ $ref: '#/components/responses/Gateway403' })
    const described = components?.['responses'] as Record<string, { headers: object }>
    expect(Object.keys(described)).toEqual(
      [400, 403, 408, 414, 429, 431, 502, 503].map((status) => `Gateway${status}`),
    )
    expect(Object.keys(described['Gateway429']?.headers ?? {})).toEqual([
      'retry-after',
      'x-request-id',
      'ratelimit',
      'ratelimit-policy',
    ])
    expect(Object.keys(described['Gateway503']?.headers ?? {})).toContain('retry-after')
  })

  it('says of every answer which headers the gateway puts on it', () => {
    const own = { etag: { description: 'tag' } }
    const responses = { 200: { description: 'OK', headers: own }, 404: { description: 'none' } }
    const { paths, components } = mergeDescriptions('All', [
      { ...one('/api/a', 'A'), paths: { '/api/a': { get: { responses } } } },
    ])
    const described = paths?.['/api/a']?.get?.responses as Record<string, { headers?: object }>
    const names = ['x-request-id', 'ratelimit', 'ratelimit-policy']
    expect(Object.keys(components['headers'] ?? {})).toEqual(names)
    const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
    expect(described['200']?.headers).toEqual({ ...own, ...Object.fromEntries(references) })
    expect(described['404']?.headers).toEqual(Object.fromEntries(references))
  })

  it('says of probes, which no limit counts, nothing of limits', () => {
    const responses = { 200: { description: 'OK' } }
    const { paths } = mergeDescriptions('All', [
      { ...one('/livez', 'A'), paths: { '/livez': { get: { responses } } } },
    ])
    const described = paths?.['/livez']?.get?.responses as Record<string, { headers?: object }>
    expect(Object.keys(described['200']?.headers ?? {})).toEqual(['x-request-id'])
    expect(described).not.toHaveProperty('429')
  })

  it('is a description also when no service answers', () => {
    expect(mergeDescriptions('All', [])).toMatchObject({ openapi: '3.1.0', paths: {} })
  })
})
