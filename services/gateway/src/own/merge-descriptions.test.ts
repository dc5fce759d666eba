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

  it('is a description also when no service answers', () => {
    expect(mergeDescriptions('All', [])).toMatchObject({ openapi: '3.1.0', paths: {} })
  })
})
