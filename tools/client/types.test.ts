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
  const parameters = [
    { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
    { in: 'query', name: 'format', schema: { type: 'string' } },
    { in: 'query', name: 'cursor', schema: { type: 'string' } },
    { in: 'query', name: 'tag', schema: { type: 'array', items: { type: 'string' } } },
    { in: 'header', name: 'cache-control', schema: { type: 'string' } },
    { in: 'cookie', name: 'session', required: true, schema: { type: 'string' } },
  ]
  const get = {
    operationId: 'getX',
    parameters,
    responses: { 200: { ...json('boolean'), headers: { link: {} } }, 304: {}, 404: json('null') },
  }
  const put = {
    operationId: 'putX',
    parameters: [{ in: 'header', name: 'if-match', schema: { type: 'string' } }],
    requestBody: { required: true, ...json('number') },
    responses: { 204: {} },
  }
  const types = typesOf({ paths: { '/x/{id}': { get, put } }, components: { schemas: {} } })

  it('expresses parameters and bodies of an operation', () => {
    expect(types).toContain(
      '  getX: { input: { "id": string; "cursor"?: string; "tag"?: string | (string)[]; body?: never }; ' +
        'data: boolean; paged: true }\n' +
        '  putX: { input: { ifMatch?: string; body: number }; data: undefined }\n',
    )
  })

  it('lists the method and the path of each operation', () => {
    expect(types).toContain('  getX: "GET /x/{id}",\n  putX: "PUT /x/{id}",\n')
  })
})
