import { describe, expect, it } from '@jest/globals'
import { schemaType, typesOf } from './types.ts'

describe('schemaType', () => {
  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: 'dryRun' }, '"dryRun"'],
    [{ enum: ['a', 'b', 'a'] }, '"a" | "b"'],
    [{ type: 'array', items: { type: 'string' } }, '(string)[]'],
    [{ type: 'array', items: { not: {} } }, '(never)[]'],
    [{ $ref: '#/components/schemas/Project' }, 'Schemas["Project"]'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ allOf: [{ type: 'string' }, { const: 'a' }] }, '(string) & ("a")'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
    [
      { type: 'object', properties: { a: {}, b: { type: 'boolean' } }, required: ['b'] },
      '{ "a"?: unknown; "b": boolean }',
    ],
    [{}, 'unknown'],
  ])('expresses %j', (schema, type) => {
    expect(schemaType(schema)).toBe(type)
  })

  it('rejects an unknown type', () => {
    expect(() => schemaType({ type: 'date' })).toThrow('Unknown type "date"')
  })
})

describe('typesOf', () => {
  const json = (type: string) => ({ content: { 'application/json': { schema: { type } } } })
  const operation = {
    parameters: [
      { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
      { in: 'query', name: 'format', schema: { type: 'string' } },
      { in: 'query', name: 'limit', schema: { type: 'integer' } },
      { in: 'query', name: 'tag', schema: { type: 'array', items: { type: 'string' } } },
      { in: 'cookie', name: 'session', required: true, schema: { type: 'string' } },
    ],
    requestBody: json('number'),
    responses: { 200: json('boolean'), 304: {}, 404: json('null') },
  }

  it('expresses parameters, bodies and errors of an operation', () => {
    const components = { schemas: {} }
    expect(typesOf({ paths: { '/x/{id}': { get: operation } }, components })).toContain(
      '"/x/{id}": { init: { params: { path: { "id": string }; query?: { "limit"?: number; "tag"?: string | (string)[] } }; ' +
        'body?: number }; ' +
        'data: boolean; error: null }',
    )
  })
})
