import { describe, expect, it } from '@jest/globals'
import { expanded } from './expanded.ts'

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const description = {
  'x-common-headers': { 'x-id': ref('headers', 'x-id') },
  paths: {
    '/things': {
      get: {
        parameters: [ref('parameters', 'limit')],
        responses: {
          200: {
            headers: { etag: ref('headers', 'etag') },
            content: {
              'application/json': {
                schema: ref('schemas', 'Thing'),
                examples: { getThing: ref('examples', 'getThing') },
              },
            },
          },
          404: ref('responses', '404'),
          '4XX': ref('responses', '4XX'),
        },
      },
    },
  },
  components: {
    parameters: { limit: { in: 'query', name: 'limit' } },
    examples: { getThing: { value: { name: 'a' } } },
    headers: { 'x-id': { required: true }, etag: { description: 'tag' } },
    responses: {
      400: { description: 'bad', 'x-common-headers': 'sometimes' },
      404: { description: 'own' },
      408: { description: 'late', 'x-common-headers': 'never' },
      '4XX': {
        'x-statuses': {
          400: ref('responses', '400'),
          404: { description: 'of the range' },
          408: ref('responses', '408'),
        },
      },
    },
    schemas: { Thing: {} },
  },
}

describe('expanded', () => {
  const { get } = expanded(description).paths['/things']

  it('resolves parameters, headers, responses and examples, and keeps references to schemas', () => {
    expect(get.parameters).toEqual([{ in: 'query', name: 'limit' }])
    expect(get.responses[200]).toMatchObject({
      headers: { etag: { description: 'tag' } },
      content: { 'application/json': { schema: ref('schemas', 'Thing'), example: { name: 'a' } } },
    })
  })

  it('lists the statuses of a range, after those of the operation', () => {
    expect(Object.keys(get.responses)).toEqual(['200', '400', '404', '408'])
    expect(get.responses[404]).toMatchObject({ description: 'own' })
  })

  it('adds the common headers to each response that has them', () => {
    expect(get.responses[200].headers).toHaveProperty('x-id.required', true)
    expect(get.responses).toMatchObject({
      400: { headers: { 'x-id': { required: undefined } } },
      408: expect.not.objectContaining({ headers: expect.anything() }),
    })
  })

  it('rejects a reference to nothing', () => {
    const paths = { '/x': { get: { responses: { 404: ref('responses', 'Missing') } } } }
    expect(() => expanded({ paths, components: {} })).toThrow('responses/Missing')
  })
})
