import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { route } from '@landscape/http/route/route'
import { describeApi } from './describe-api.ts'
import { withArray } from './query-arrays.ts'

const text = { type: 'string', maxLength: 9 }
const texts = { type: 'array', maxItems: 3, items: text }
const described = { in: 'query', name: 'tag', description: 'tags' }

describe('withArray', () => {
  it('describes one value or several as an array without a default', () => {
    const schema = { anyOf: [text, texts], default: '', description: 'tags', examples: ['a'] }
    expect(withArray({ ...described, schema, example: 'b' })).toEqual({
      ...described,
      example: ['b'],
      schema: { ...texts, description: 'tags', examples: [['a']] },
    })
  })

  it.each([
    ['another location', { in: 'header', schema: { anyOf: [text, texts] } }],
    ['one value with a default', { in: 'query', schema: { ...text, default: '' } }],
    ['several values', { in: 'query', schema: texts }],
    ['other alternatives', { in: 'query', schema: { anyOf: [{ type: 'number' }, texts] } }],
    ['a third one', { in: 'query', schema: { anyOf: [text, texts, { type: 'null' }] } }],
    ['no schema', { in: 'query' }],
  ])('keeps a parameter with %s', (_, parameter) => {
    expect(withArray(parameter)).toBe(parameter)
  })
})

describe('describeApi', () => {
  it('describes parameters that accept one value or several as arrays', () => {
    const tag = z.union([z.string(), z.array(z.string())]).default('')
    const list = route({
      method: 'get',
      path: '/api/things',
      summary: 'Things',
      access: 'public',
      query: z.object({ tag }),
      reply: z.object({ tags: z.union([z.string(), z.array(z.string())]) }),
      handle: ({ query }) => ({ tags: query.tag }),
    })
    const { parameters, responses } =
      describeApi('Things', [list]).paths?.['/api/things']?.get ?? {}
    const string = { type: 'string' }
    expect(parameters).toEqual([
      { in: 'query', name: 'tag', schema: { type: 'array', items: string } },
    ])
    expect(responses?.['200']).toMatchObject({
      content: {
        'application/json': { schema: { properties: { tags: { anyOf: expect.any(Array) } } } },
      },
    })
  })
})
